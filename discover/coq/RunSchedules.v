(** Run schedules: their first runs by computation, and the law
    (discover/heaps/theorems/run_schedules/theorem.py). *)
From Coq Require Import ZArith NArith List Lia Bool Arith.
From Mexplore Require Import Grundy Evaluate Ends EventOrder.
Import ListNotations.
Local Open Scope Z_scope.

(** * The first runs, and the law *)

Definition fewer (few : list (list N)) : bool :=
  forallb (fun i => forallb (fun m => (m <? N.of_nat i)%N) (nth i few [])) (seq 0 (length few)).

Lemma between_ends_wf few pieces : fewer few = true -> well_founded (between_ends few pieces).
Proof.
  intros F n o h I J. unfold between_ends in I.
  destruct (N.ltb_spec n (N.of_nat (length few))) as [L | L].
  - apply in_map_iff in I as (m & <- & I). destruct J as [<- | []].
    unfold fewer in F. rewrite forallb_forall in F. specialize (F (N.to_nat n)).
    rewrite in_seq in F. specialize (F ltac:(lia)). rewrite forallb_forall in F.
    apply F in I. apply N.ltb_lt in I. lia.
  - apply in_flat_map in I as (p & _ & I). unfold between in I. apply in_map_iff in I as (m & <- & I).
    apply In_upto in I. destruct J as [<- | []]. lia.
Qed.

Lemma between_ends_exists few pieces : fewer few = true ->
  is_grundy (between_ends few pieces) (grundy (between_ends few pieces)).
Proof. intro F. now apply grundy_exists, between_ends_wf. Qed.

(** A(n) <= B(n) < n from the first n on: seen in a whole period of A and B. *)
Definition check_piece (first : Z) (p : heap_end * heap_end) : bool :=
  let (a, b) := p in
  proper a && proper b && (top a * under b <=? top b * under a) &&
  (top b * first + plus b <? under b * first) &&
  forallb (fun i => let n := first + Z.of_N i in floor_of a n <=? floor_of b n)
    (upto (Z.to_nat (under a * under b)) 0).

Lemma floor_more e n m : proper e = true -> floor_of e (n + under e * m) = floor_of e n + top e * m.
Proof.
  intro E. apply proper_spec in E. unfold floor_of.
  replace (top e * (n + under e * m) + plus e) with (top e * n + plus e + top e * m * under e) by ring.
  rewrite Z.div_add by lia. reflexivity.
Qed.

Lemma check_piece_spec first p : check_piece first p = true ->
  (proper (fst p) = true /\ proper (snd p) = true) /\
  forall n, first <= n -> floor_of (fst p) n <= floor_of (snd p) n < n.
Proof.
  destruct p as [a b]. cbn [check_piece fst snd]. intro H. apply andb_prop in H as [H F].
  apply andb_prop in H as [H T]. apply andb_prop in H as [H S]. apply andb_prop in H as [A B].
  apply Z.leb_le in S. apply Z.ltb_lt in T. split; [auto |]. intros n L.
  pose proof (proper_spec a A). pose proof (proper_spec b B). split.
  - set (c := under a * under b) in *.
    assert (Hc : 0 < c) by (unfold c; nia).
    pose proof (Z.div_mod (n - first) c). pose proof (Z.mod_pos_bound (n - first) c Hc).
    set (i := (n - first) mod c) in *. set (q := (n - first) / c) in *.
    assert (0 <= q) by (apply Z.div_pos; lia).
    assert (X : floor_of a (first + i) <= floor_of b (first + i)).
    { rewrite forallb_forall in F. specialize (F (Z.to_N i)). rewrite Z2N.id in F by lia.
      apply Z.leb_le, F, In_upto. lia. }
    assert (Ea : n = first + i + under a * (under b * q)) by (unfold c in *; lia).
    assert (Eb : n = first + i + under b * (under a * q)) by (unfold c in *; lia).
    pose proof (floor_more a (first + i) (under b * q) A) as Fa. rewrite <- Ea in Fa.
    pose proof (floor_more b (first + i) (under a * q) B) as Fb. rewrite <- Eb in Fb.
    rewrite Fa, Fb. nia.
  - unfold floor_of. apply Z.div_lt_upper_bound; nia.
Qed.

Definition stretch_at := (Z * nat * list (nat * nat))%type.

Section First.
  Variables (starts : list Z) (values word : list N) (creators : list (heap_end * nat)).
  Notation s := (length starts).
  Notation P := (length word).
  Notation creator := (creator starts word creators).
  Notation value := (value starts values word).

  (** The starts of some runs more. *)
  Definition check_starts (xs : list Z) : bool :=
    forallb (fun k => nth k xs 0 =? (if (k <? s)%nat then nth k starts 0
                      else let '(e, d) := creator k in enters e (nth (k - d) xs 0)))
      (seq 0 (length xs)).

  Lemma check_starts_spec x xs : recurs starts word creators x ->
    check_creators starts word creators = true -> check_starts xs = true ->
    forall k, (k < length xs)%nat -> x k = nth k xs 0.
  Proof.
    intros Hx C H k. induction (lt_wf k) as [k _ IH]. intro L.
    unfold check_starts in H. rewrite forallb_forall in H. specialize (H k).
    rewrite in_seq in H. specialize (H ltac:(lia)). apply Z.eqb_eq in H. rewrite H.
    destruct (Nat.ltb_spec k s) as [A | A]; [now apply Hx |].
    rewrite (proj2 Hx) by (unfold seen; lia). pose proof (creator_good _ _ _ C k A) as [_ G].
    destruct (creator k) as [e d]. cbn [fst snd] in *. rewrite IH by lia. reflexivity.
  Qed.

  (** The starts of all runs, last first. *)
  Fixpoint starts_to (k : nat) : list Z :=
    match k with
    | O => [nth 0 starts 0]
    | S k => let before := starts_to k in
             (if (S k <? s)%nat then nth (S k) starts 0
              else let '(e, d) := creator (S k) in enters e (nth (d - 1) before 0)) :: before
    end.

  Definition start_of_run (k : nat) : Z := nth 0 (starts_to k) 0.

  Lemma starts_to_nth k d : (d <= k)%nat -> nth d (starts_to k) 0 = start_of_run (k - d).
  Proof.
    revert d. induction k as [| k IH]; intros [| d] L; auto; [lia |].
    cbn [starts_to nth]. rewrite IH by lia. reflexivity.
  Qed.

  Lemma recurs_exists : check_creators starts word creators = true -> (1 <= s)%nat ->
    recurs starts word creators start_of_run.
  Proof.
    intros C S1. split; unfold seen.
    - intros [| k] L; [reflexivity |]. unfold start_of_run. cbn [starts_to nth].
      destruct (Nat.ltb_spec (S k) s); [reflexivity | lia].
    - intros [| k] L; [lia |]. pose proof (creator_good _ _ _ C (S k) L) as [_ G].
      unfold start_of_run at 1. cbn [starts_to nth].
      destruct (Nat.ltb_spec (S k) s); [lia |].
      destruct (creator (S k)) as [e d]. cbn [fst snd] in *. rewrite starts_to_nth by lia.
      f_equal. f_equal. lia.
  Qed.

  Variables (pieces : list (heap_end * heap_end)) (xs : list Z).

  (** The end stays in a run of those seen. *)
  Definition check_stays (t t' : Z) (e : heap_end) (i : nat) : bool :=
    (S i <? length xs)%nat && (nth i xs 0 <=? floor_of e t) && (floor_of e (t' - 1) <? nth (S i) xs 0).

  Fixpoint check_first (l : list stretch_at) (last : Z) : bool :=
    match l with
    | [] => true
    | (t, k, at_) :: l =>
        let t' := match l with [] => last | (u, _, _) :: _ => u end in
        (t <=? t') && (S k <? length xs)%nat && (nth k xs 0 <=? t) && (t' <=? nth (S k) xs 0) &&
        all2 (fun p q => check_stays t t' (fst p) (fst q) && check_stays t t' (snd p) (snd q))
          pieces at_ &&
        (mex (values_between value at_) =? value k)%N && check_first l last
    end.

  Definition from_first (l : list stretch_at) (last : Z) : Z :=
    match l with [] => last | (t, _, _) :: _ => t end.

  Lemma check_first_spec x l last : (forall k, (k < length xs)%nat -> x k = nth k xs 0) ->
    check_first l last = true ->
    forall n, from_first l last <= n < last ->
    exists t t' k at_, t <= n < t' /\ from_first l last <= t /\ x k <= t /\ t' <= x (S k) /\
      Forall2 (fun p q => stays x (fst p) (fst q) t t' /\ stays x (snd p) (snd q) t t') pieces at_ /\
      mex (values_between value at_) = value k.
  Proof.
    intro Hxs. induction l as [| [[t k] at_] l IH]; cbn [check_first from_first]; intros H n L; [lia |].
    fold (from_first l last) in H. set (t' := from_first l last) in *.
    apply andb_prop in H as [H R]. apply andb_prop in H as [H V]. apply andb_prop in H as [H F].
    apply andb_prop in H as [H B]. apply andb_prop in H as [H A].
    apply andb_prop in H as [T K]. apply N.eqb_eq in V. apply Z.leb_le in A, B, T. apply Nat.ltb_lt in K.
    destruct (Z.lt_ge_cases n t') as [L' | L'].
    - exists t, t', k, at_. rewrite !Hxs by lia. repeat split; auto; try lia.
      refine (all2_spec _ _ _ _ _ F). intros p q _ _ X. apply andb_prop in X as [X Y].
      unfold check_stays in X, Y.
      apply andb_prop in X as [X X2]. apply andb_prop in X as [X0 X1].
      apply andb_prop in Y as [Y Y2]. apply andb_prop in Y as [Y0 Y1].
      apply Z.leb_le in X1, Y1. apply Z.ltb_lt in X2, Y2. apply Nat.ltb_lt in X0, Y0.
      unfold stays. rewrite !Hxs by lia. auto.
    - destruct (IH R n ltac:(lia)) as (u & u' & k' & at' & X & Y & Z).
      exists u, u', k', at'. split; [auto |]. split; [lia | auto].
  Qed.
End First.

(** What Coq is told, and checks: from which n on all ends are in place, the starts of some runs
    more, the stretches of heaps up to run [base], a common period of the creators in periods, and
    the events of one period from the one on that begins a run, to begin run [base] a period later. *)
Record hints := Hints {
  first : Z;
  seen_starts : list Z;
  stretches : list stretch_at;
  base : nat;
  blocks : nat;
  events : list (heap_end * nat * bool);
  reasons : list why;
  places : list (nat * list (nat * nat))
}.

Definition check_few (few : list (list N)) (pieces : list (heap_end * heap_end)) (v : nat -> N)
  (first : Z) (xs : list Z) (base : nat) : bool :=
  let T := table (step_of (between_ends few pieces)) (Z.to_N first) in
  forallb (fun n => forallb (fun k =>
      negb ((nth k xs 0 <=? Z.of_N n) && (Z.of_N n <? nth (S k) xs 0)) || (look T n =? v k)%N)
    (seq 0 base)) (upto (Z.to_nat first) 0).

Definition check_schedule few pieces starts values word creators (h : hints) : bool :=
  let xs := seen_starts h in
  let last := nth (base h) xs 0 in
  check_creators starts word creators && check_starts starts word creators xs &&
  fewer few && (1 <=? length starts)%nat && (nth 0 starts 0 =? 0) &&
  (Z.of_nat (length few) <=? first h) && forallb (check_piece (first h)) pieces &&
  (base h <? length xs)%nat && forallb (fun k => nth k xs 0 <? nth (S k) xs 0) (seq 0 (base h)) &&
  (from_first (stretches h) last =? first h) && (first h <=? last) &&
  check_first starts values word pieces xs (stretches h) last &&
  check_few few pieces (value starts values word) (first h) xs (base h) &&
  check_order starts word creators (blocks h) xs (events h) (reasons h) &&
  check_places starts values word creators (events h) pieces (places h) (base h).

(** Let the options of n >= n0 be all heaps between ends floor((a*n + b)/c), 0 < a < c, that are
    in order and below n. If the order in which the ends enter runs, and the values of the runs,
    recur over a period of runs, and no two events can change their order when they recur, then
    the runs recur forever. *)
Theorem run_schedule_law few pieces starts values word creators h :
  check_schedule few pieces starts values word creators h = true ->
  forall G, is_grundy (between_ends few pieces) G -> run_schedule starts values word creators G.
Proof.
  intros H G HG. unfold check_schedule in H.
  set (xs := seen_starts h) in *. set (last := nth (base h) xs 0) in *.
  apply andb_prop in H as [H D]. apply andb_prop in H as [H Ord]. apply andb_prop in H as [H Few].
  apply andb_prop in H as [H Fst]. apply andb_prop in H as [H Lf]. apply andb_prop in H as [H Ff].
  apply andb_prop in H as [H Ris]. apply andb_prop in H as [H Bs]. apply andb_prop in H as [H Pc].
  apply andb_prop in H as [H Lw]. apply andb_prop in H as [H Z0]. apply andb_prop in H as [H S1].
  apply andb_prop in H as [H Wf]. apply andb_prop in H as [C Xs].
  apply Z.leb_le in Lf, Lw. apply Z.eqb_eq in Ff, Z0. apply Nat.leb_le in S1. apply Nat.ltb_lt in Bs.
  set (x := start_of_run starts word creators).
  assert (Hx : recurs starts word creators x) by (apply recurs_exists; auto).
  assert (Hxs : forall k, (k < length xs)%nat -> x k = nth k xs 0)
    by (now apply (check_starts_spec starts word creators)).
  assert (X0 : x 0%nat = 0) by (rewrite <- Z0; apply Hx; unfold seen; lia).
  assert (PP : forall p, In p pieces -> proper (fst p) = true /\ proper (snd p) = true).
  { intros p I. rewrite forallb_forall in Pc. now apply Pc, check_piece_spec in I. }
  assert (PT : forall p, In p pieces -> forall n, first h <= n ->
                 floor_of (fst p) n <= floor_of (snd p) n < n).
  { intros p I. rewrite forallb_forall in Pc. now apply Pc, check_piece_spec in I. }
  assert (R : forall k, x k < x (S k)).
  { intro k. destruct (Nat.lt_ge_cases k (base h)) as [L | L].
    - rewrite !Hxs by lia. rewrite forallb_forall in Ris. apply Z.ltb_lt, Ris, in_seq. lia.
    - eapply rising_later; eauto. }
  assert (Last : x (base h) = last) by (apply Hxs; lia).
  assert (All : forall n, 0 <= n -> right G x (value starts values word) n).
  { apply Z_lt_induction. intros n IH.
    destruct (Z.lt_ge_cases n 0) as [Neg | N0].
    { intros k B. pose proof (x_mono x R 0 k). lia. }
    destruct (Z.lt_ge_cases n (first h)) as [L | L];
      [| destruct (Z.lt_ge_cases n last) as [L' | L']].
    - intros k B. assert (K : (k < base h)%nat).
      { destruct (Nat.lt_ge_cases k (base h)); auto. pose proof (x_mono x R (base h) k). lia. }
      unfold check_few in Few. rewrite forallb_forall in Few. specialize (Few (Z.to_N n)).
      rewrite In_upto in Few. specialize (Few ltac:(lia)). rewrite forallb_forall in Few.
      specialize (Few k). rewrite in_seq in Few. specialize (Few ltac:(lia)).
      rewrite Z2N.id in Few by lia. rewrite <- !Hxs in Few by lia.
      apply orb_prop in Few as [Few | Few].
      + apply negb_true_iff, andb_false_iff in Few as [Few | Few].
        * apply Z.leb_gt in Few. lia.
        * apply Z.ltb_ge in Few. lia.
      + apply N.eqb_eq in Few. rewrite <- Few. symmetry.
        apply (table_correct _ G).
        * apply step_of_correct; auto. now apply between_ends_wf.
        * lia.
    - destruct (check_first_spec starts values word pieces xs x (stretches h) last Hxs Fst n)
        as (t & t' & k & at_ & A & B & A' & B' & F & V); [lia |].
      apply (stretch few pieces G HG x _ (first h) X0 R Lw PP PT t t' k at_); auto; lia.
    - destruct (stretch_of starts values word creators x Hx C (blocks h) xs Hxs (events h) (reasons h)
                  Ord pieces (places h) PP (base h) D n X0 R) as (m & Lm & Tm); [lia |].
      pose proof (M_positive _ _ _ _ _ _ _ Ord) as MP.
      set (M := length (events h)) in *.
      set (z := ((m - M) / M)%nat). set (j := (M + (m - M) mod M)%nat).
      pose proof (Nat.div_mod (m - M) M ltac:(lia)) as DM.
      pose proof (Nat.mod_upper_bound (m - M) M ltac:(lia)) as UB.
      assert (E : m = (j + z * M)%nat) by (unfold j, z; lia).
      assert (J : (M <= j < 2 * M)%nat) by (unfold j; lia). clearbody j z. clear DM UB.
      subst m. change (S (j + z * M)) with (S j + z * M)%nat in Tm.
      destruct (same word (events h) j) eqn:Sj.
      + exfalso. pose proof (tau_step starts word creators x Hx C (blocks h) xs Hxs (events h)
                               (reasons h) Ord (j + z * M)) as St.
        unfold same in St, Sj. unfold M in *. rewrite (event_shift _ _ _ _ _ _ _ Ord) in St. cbn [snd] in St.
        rewrite Sj in St. change (S (j + z * length (events h))) with (S j + z * length (events h))%nat in St. lia.
      + pose proof (place_holds starts values word creators x Hx C (blocks h) xs Hxs (events h)
                      (reasons h) Ord pieces (places h) PP (base h) D j z J Sj) as Pl.
        destruct (place (events h) (places h) j) as [k at_]. cbv zeta in Pl.
        destruct Pl as (A & B & B' & F & V). fold M in A, B, B', F.
        apply (stretch few pieces G HG x _ (first h) X0 R Lw PP PT _ _ (k + z * length word)%nat _ F); auto; try lia.
        assert (last <= tau word x (events h) (j + z * M)); [| lia].
        rewrite <- Last.
        erewrite first_time by eauto.
        eapply tau_mono; eauto. }
  exists x. repeat split; auto; try apply Hx.
  intros k n B. specialize (All (Z.of_N n) ltac:(lia) k B). now rewrite N2Z.id in All.
Qed.

(** * Starts that are multiplied exactly from block to block *)

Definition quotient (ceil : bool) (c n : N) : N := (if ceil then (n + c - 1) / c else n / c)%N.

Lemma quotient_spec (ceil : bool) c n : (1 <= c)%N -> (1 <= n)%N ->
  let shift := if ceil then 1 else 0 in
  Z.of_N (quotient ceil c n) = (Z.of_N n - shift) / Z.of_N c + shift.
Proof.
  intros C L. destruct ceil; cbn [quotient]; rewrite N2Z.inj_div.
  - replace (Z.of_N (n + c - 1)) with (Z.of_N n - 1 + 1 * Z.of_N c) by lia. now rewrite Z.div_add by lia.
  - now rewrite Z.sub_0_r, Z.add_0_r.
Qed.

(** The run of a heap: a place in the list, wherever the list is long enough. *)
Fixpoint run_in (l : list Z) (n : Z) (k : nat) : nat :=
  match l with
  | _ :: ((b :: _) as l) => if n <? b then k else run_in l n (S k)
  | _ => k
  end.

Definition is_run (xs : list Z) (n : Z) (k : nat) : bool :=
  (S k <? length xs)%nat && (nth k xs 0 <=? n) && (n <? nth (S k) xs 0).

(** [later] periods further on a start is multiplied by c, from run j on: the ends take multiples
    to multiples, and the starts of [window] runs show it. Below, the law is seen. *)
Definition check_multiplied starts values word creators (h : hints) (ceil : bool) (c n0 : N)
  (later j window : nat) : bool :=
  let xs := seen_starts h in
  let shift := if ceil then 1 else 0 in
  let B := (later * length word)%nat in
  let v := value starts values word in
  (1 <=? c)%N && (1 <=? n0)%N && (length starts <=? j)%nat && (j + window + B <? length xs)%nat &&
  forallb (fun cr => (top (fst cr) =? 1) && (plus (fst cr) =? shift * (under (fst cr) - 1)) &&
                     (snd cr <=? window)%nat) creators &&
  forallb (fun k => nth (k + B) xs 0 =? Z.of_N c * (nth k xs 0 - shift) + shift) (seq j window) &&
  forallb (fun n => let m := quotient ceil c n in
      let k := run_in xs (Z.of_N n) 0 in let i := run_in xs (Z.of_N m) 0 in
      is_run xs (Z.of_N n) k && is_run xs (Z.of_N m) i && (v k =? v i)%N)
    (upto (Z.to_nat (nth (j + B) xs 0 - Z.of_N n0)) n0).

Theorem multiplied_law few pieces starts values word creators h ceil c n0 later j window :
  check_schedule few pieces starts values word creators h &&
  check_multiplied starts values word creators h ceil c n0 later j window = true ->
  forall G, is_grundy (between_ends few pieces) G ->
  forall n, (n0 <= n)%N -> G n = G (quotient ceil c n).
Proof.
  intros H G HG n Hn. apply andb_prop in H as [H M].
  destruct (run_schedule_law _ _ _ _ _ _ _ H G HG) as (x & Hx & X0 & R & V).
  unfold check_schedule in H. do 13 (apply andb_prop in H as [H _]).
  apply andb_prop in H as [H Xs]. unfold check_multiplied in M. set (xs := seen_starts h) in *.
  set (shift := if ceil then 1 else 0) in *. set (B := (later * length word)%nat) in *.
  apply andb_prop in M as [M F]. apply andb_prop in M as [M W]. apply andb_prop in M as [M Cr].
  apply andb_prop in M as [M L]. apply andb_prop in M as [M J]. apply andb_prop in M as [C1 N1].
  apply N.leb_le in C1, N1. apply Nat.leb_le in J. apply Nat.ltb_lt in L.
  rewrite forallb_forall in F, W, Cr.
  assert (Hxs : forall k, (k < length xs)%nat -> x k = nth k xs 0)
    by now apply (check_starts_spec starts word creators).
  assert (Mul : forall k, (j <= k)%nat -> x (k + B)%nat = Z.of_N c * (x k - shift) + shift).
  { intro k. induction (lt_wf k) as [k _ IH]. intro Lk.
    destruct (Nat.lt_ge_cases k (j + window)) as [A | A].
    - rewrite !Hxs by lia. apply Z.eqb_eq, W, in_seq. lia.
    - pose proof (creator_good starts word creators H k ltac:(lia)) as [E D].
      rewrite (proj2 Hx) by (unfold seen; lia). rewrite (proj2 Hx k) by (unfold seen; lia).
      unfold B. rewrite (creator_shift _ _ _ H) by lia. fold B.
      assert (I : In (creator starts word creators k) creators).
      { unfold creator. apply nth_In. unfold check_creators in H. apply andb_prop in H as [H _].
        apply andb_prop in H as [H1 H2]. apply Nat.leb_le in H1. apply Nat.eqb_eq in H2. rewrite H2.
        unfold residue. apply Nat.mod_upper_bound. lia. }
      specialize (Cr _ I). destruct (creator starts word creators k) as [e d]. cbn [fst snd] in *.
      apply andb_prop in Cr as [Cr Wd]. apply andb_prop in Cr as [T Pl].
      apply Z.eqb_eq in T, Pl. apply Nat.leb_le in Wd.
      replace (k + B - d)%nat with (k - d + B)%nat by lia. rewrite IH by lia.
      unfold enters. rewrite T, Pl, !Z.div_1_r. ring. }
  destruct (Z.lt_ge_cases (Z.of_N n) (x (j + B)%nat)) as [A | A].
  - rewrite Hxs in A by lia. specialize (F n). rewrite In_upto in F. specialize (F ltac:(lia)).
    cbv zeta in F. apply andb_prop in F as [F E]. apply andb_prop in F as [F1 F2].
    apply N.eqb_eq in E. unfold is_run in F1, F2.
    apply andb_prop in F1 as [F1 F1c]. apply andb_prop in F1 as [F1a F1b].
    apply andb_prop in F2 as [F2 F2c]. apply andb_prop in F2 as [F2a F2b].
    apply Nat.ltb_lt in F1a, F2a. apply Z.leb_le in F1b, F2b. apply Z.ltb_lt in F1c, F2c.
    rewrite <- !Hxs in F1b, F1c, F2b, F2c by lia.
    rewrite (V _ n (conj F1b F1c)), E. symmetry. apply V. auto.
  - destruct (run_of x X0 R (Z.of_N n)) as (k & K); [lia |].
    assert (Lk : (j + B <= k)%nat).
    { destruct (le_lt_dec (j + B) k); auto. pose proof (x_mono x R (S k) (j + B)). lia. }
    assert (E : k = (k - B + B)%nat) by lia. set (i := (k - B)%nat) in *.
    rewrite (V k n K). rewrite E in K. change (S (i + B)) with (S i + B)%nat in K.
    rewrite !Mul in K by lia. rewrite E. unfold B. rewrite (value_shift _ _ _ _ H) by lia.
    symmetry. apply V. rewrite quotient_spec by lia. cbv zeta. fold shift.
    assert (Q : x i - shift <= (Z.of_N n - shift) / Z.of_N c < x (S i) - shift); [| lia].
    split; [apply Z.div_le_lower_bound | apply Z.div_lt_upper_bound]; lia.
Qed.
