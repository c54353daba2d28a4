(** The order in which ends enter runs persists: hypotheses H5 to H9 of the theorem on run schedules
    (discover/heaps/theorems/run_schedules/theorem.py), as checks by computation. *)
From Coq Require Import ZArith NArith List Lia Bool Arith.
From Mexplore Require Import Grundy Evaluate Ends.
Import ListNotations.
Local Open Scope Z_scope.

(** * Facts: one event comes before another, whenever it recurs *)

(** How it is seen: the creators of both lead back, in so many steps, to one run; or to any two
    runs, from which in so many steps the creators lead a block of runs back. *)
Inductive why := Same (n1 n2 : nat) | Grows (n1 m1 n2 m2 : nat).

Section Facts.
  Variables (starts : list Z) (values word : list N) (creators : list (heap_end * nat)).
  Notation s := (length starts).
  Notation P := (length word).
  Notation creator := (creator starts word creators).
  Notation value := (value starts values word).

  Variable x : nat -> Z.
  Hypothesis Hx : recurs starts word creators x.

  Definition check_creators : bool :=
    (1 <=? P)%nat && (length creators =? P)%nat &&
    forallb (fun r => let '(e, d) := nth r creators (End 1 0 2, 1%nat) in
                      proper e && (1 <=? d)%nat && (d <=? s + r)%nat) (seq 0 P).
  Hypothesis C : check_creators = true.

  Lemma P_positive : (1 <= P)%nat.
  Proof. unfold check_creators in C. apply andb_prop in C as [H _]. apply andb_prop in H as [H _]. now apply Nat.leb_le in H. Qed.

  Lemma creator_good k : (s <= k)%nat ->
    proper (fst (creator k)) = true /\ (1 <= snd (creator k) <= k)%nat.
  Proof.
    intro L. pose proof P_positive as PP. unfold check_creators in C. apply andb_prop in C as [_ H].
    rewrite forallb_forall in H. specialize (H (residue starts word k)).
    unfold creator, Ends.creator. unfold residue, seen in *.
    pose proof (Nat.mod_upper_bound (k - s) P). pose proof (Nat.mod_le (k - s) P).
    destruct (nth ((k - s) mod P) creators (End 1 0 2, 1%nat)) as [e d]. cbn [fst snd].
    assert (X : proper e && (1 <=? d)%nat && (d <=? s + (k - s) mod P)%nat = true).
    { apply H, in_seq. lia. }
    apply andb_prop in X as [X A]. apply andb_prop in X as [X B]. apply Nat.leb_le in A, B.
    split; [auto | lia].
  Qed.

  Lemma residue_shift k z : (s <= k)%nat -> residue starts word (k + z * P) = residue starts word k.
  Proof.
    intro L. pose proof P_positive. unfold residue, seen.
    replace (k + z * P - s)%nat with (k - s + z * P)%nat by lia. apply Nat.mod_add. lia.
  Qed.

  Lemma creator_shift k z : (s <= k)%nat -> creator (k + z * P) = creator k.
  Proof. intro L. unfold Ends.creator. now rewrite residue_shift. Qed.

  Lemma value_shift k z : (s <= k)%nat -> value (k + z * P) = value k.
  Proof.
    intro L. unfold Ends.value, seen. rewrite residue_shift by auto.
    destruct (Nat.ltb_spec k s), (Nat.ltb_spec (k + z * P) s); auto; lia.
  Qed.

  (** From creator to creator, n steps: the ends, and the run that is reached. *)
  Fixpoint chain (n k : nat) : list heap_end * nat :=
    match n with
    | O => ([], k)
    | S n => if (k <? s)%nat then ([], k)
             else let '(e, d) := creator k in let '(l, j) := chain n (k - d) in (e :: l, j)
    end.

  Lemma chain_spec n : forall k l j, chain n k = (l, j) ->
    forallb proper l = true /\ (j <= k)%nat /\
    forall z, x (k + z * P) = composed l (x (j + z * P)%nat).
  Proof.
    induction n as [| n IH]; intros k l j H; cbn [chain] in H.
    - injection H as <- <-. auto.
    - destruct (Nat.ltb_spec k s) as [L | L]; [injection H as <- <-; auto |].
      pose proof (creator_good k L) as [E D].
      assert (X : forall z, x (k + z * P) =
                            enters (fst (creator k)) (x (k - snd (creator k) + z * P)%nat)).
      { intro z. rewrite (proj2 Hx) by (unfold seen; lia).
        rewrite creator_shift by auto. f_equal. f_equal. lia. }
      destruct (creator k) as [e d]. cbn [fst snd] in *.
      destruct (chain n (k - d)) as [l' j'] eqn:E'. injection H as <- <-.
      apply IH in E' as (Pl & Lj & Y). repeat split.
      + cbn [forallb]. now rewrite E, Pl.
      + lia.
      + intro z. rewrite X. cbn [composed fold_right]. now rewrite Y.
  Qed.

  (** The time of the event that e enters run k, in the block z. *)
  Definition time (ev : heap_end * nat) (z : nat) : Z := enters (fst ev) (x (snd ev + z * P)%nat).

  Variable blocks : nat.
  Variable xs : list Z.
  Hypothesis Hxs : forall k, (k < length xs)%nat -> x k = nth k xs 0.

  Definition seen_time (ev : heap_end * nat) (z : nat) : Z :=
    enters (fst ev) (nth (snd ev + z * P) xs 0).

  Definition divides_to (L A : Z) : bool := A * (L / A) =? L.

  Definition check_same (delta : Z) (l1 l2 : list heap_end) : bool :=
    let '(A1, C1, _, _) := affine l1 in
    let '(A2, C2, _, _) := affine l2 in
    let L := Z.lcm A1 A2 in
    (1 <=? L) && divides_to L A1 && divides_to L A2 && (C1 * (L / A1) =? C2 * (L / A2)) &&
    forallb (fun y => let y := Z.of_N y in composed l1 y + delta <=? composed l2 y)
      (upto (Z.to_nat L) 0).

  Lemma check_same_spec delta l1 l2 :
    forallb proper l1 = true -> forallb proper l2 = true -> check_same delta l1 l2 = true ->
    forall y, composed l1 y + delta <= composed l2 y.
  Proof.
    intros P1 P2 H y. unfold check_same in H.
    pose proof (affine_spec l1 P1) as X1. pose proof (affine_spec l2 P2) as X2.
    destruct (affine l1) as [[[A1 C1] ?] ?]. destruct (affine l2) as [[[A2 C2] ?] ?].
    destruct X1 as (_ & _ & _ & S1). destruct X2 as (_ & _ & _ & S2).
    set (L := Z.lcm A1 A2) in *. unfold divides_to in H.
    apply andb_prop in H as [H F]. apply andb_prop in H as [H E]. apply andb_prop in H as [H D2].
    apply andb_prop in H as [H D1]. apply Z.leb_le in H. apply Z.eqb_eq in E, D1, D2.
    rewrite forallb_forall in F.
    pose proof (Z.div_mod y L). pose proof (Z.mod_pos_bound y L).
    assert (Y : composed l1 (y mod L) + delta <= composed l2 (y mod L)).
    { specialize (F (Z.to_N (y mod L))). rewrite Z2N.id in F by lia. apply Z.leb_le, F.
      apply In_upto. lia. }
    specialize (S1 (y mod L) (L / A1 * (y / L))). specialize (S2 (y mod L) (L / A2 * (y / L))).
    rewrite !Z.mul_assoc, D1, <- Z.mul_assoc in S1. rewrite !Z.mul_assoc, D2, <- Z.mul_assoc in S2.
    replace (y mod L + L * (y / L)) with y in S1, S2 by lia.
    assert (C1 * (L / A1 * (y / L)) = C2 * (L / A2 * (y / L))) by (rewrite !Z.mul_assoc, E; reflexivity).
    lia.
  Qed.

  (** U*t' <= V*t + w, and U*t' >= V*t + w, for the times t' a block after t. *)
  Definition later (ev : heap_end * nat) (n m : nat) : option (Z * Z * Z * Z) :=
    let '(l, j) := chain n (snd ev) in
    let '(l', j') := chain m (j + blocks * P) in
    if (j' =? j)%nat then
      let '(A, C, low, high) := affine (fst ev :: l) in
      let '(A', C', low', high') := affine (fst ev :: l ++ l') in
      Some (A' * C, C' * A, C * low' - C' * high, C * high' - C' * low)
    else None.

  Lemma composed_app l l' y : composed (l ++ l') y = composed l (composed l' y).
  Proof. unfold composed. apply fold_right_app. Qed.

  Lemma later_spec ev n m U V low high :
    proper (fst ev) = true -> later ev n m = Some (U, V, low, high) ->
    0 < U /\ 0 < V /\
    forall z, V * time ev z + low <= U * time ev (z + blocks) <= V * time ev z + high.
  Proof.
    intros E H. unfold later in H. destruct ev as [e k]. cbn [fst snd] in *.
    destruct (chain n k) as [l j] eqn:X1. destruct (chain m (j + blocks * P)) as [l' j'] eqn:X2.
    apply chain_spec in X1 as (P1 & _ & Y1). apply chain_spec in X2 as (P2 & _ & Y2).
    destruct (Nat.eqb_spec j' j) as [-> |]; [| discriminate].
    assert (Q1 : forallb proper (e :: l) = true) by (cbn [forallb]; now rewrite E).
    assert (Q2 : forallb proper (e :: l ++ l') = true).
    { cbn [forallb]. rewrite forallb_app. now rewrite E, P1, P2. }
    apply affine_spec in Q1, Q2.
    destruct (affine (e :: l)) as [[[A B] a] b]. destruct (affine (e :: l ++ l')) as [[[A' B'] a'] b'].
    injection H as <- <- <- <-. destruct Q1 as (HA & HB & Q1 & _). destruct Q2 as (HA' & HB' & Q2 & _).
    repeat split; try nia; unfold time; cbn [fst snd].
    - specialize (Q1 (x (j + z * P)%nat)). specialize (Q2 (x (j + z * P)%nat)).
      cbn [composed fold_right] in Q1, Q2. fold (composed l (x (j + z * P)%nat)) in Q1.
      fold (composed (l ++ l') (x (j + z * P)%nat)) in Q2. rewrite composed_app in Q2.
      rewrite <- Y1 in Q1. specialize (Y1 (z + blocks)%nat). specialize (Y2 z).
      replace (j + blocks * P + z * P)%nat with (j + (z + blocks) * P)%nat in Y2 by lia.
      rewrite <- Y2, <- Y1 in Q2. nia.
    - specialize (Q1 (x (j + z * P)%nat)). specialize (Q2 (x (j + z * P)%nat)).
      cbn [composed fold_right] in Q1, Q2. fold (composed l (x (j + z * P)%nat)) in Q1.
      fold (composed (l ++ l') (x (j + z * P)%nat)) in Q2. rewrite composed_app in Q2.
      rewrite <- Y1 in Q1. specialize (Y1 (z + blocks)%nat). specialize (Y2 z).
      replace (j + blocks * P + z * P)%nat with (j + (z + blocks) * P)%nat in Y2 by lia.
      rewrite <- Y2, <- Y1 in Q2. nia.
  Qed.

  Definition least_gap (ev1 ev2 : heap_end * nat) : Z :=
    fold_right Z.min (seen_time ev2 0 - seen_time ev1 0)
      (map (fun z => seen_time ev2 z - seen_time ev1 z) (seq 0 blocks)).

  Lemma least_gap_spec ev1 ev2 z : (z < blocks)%nat ->
    least_gap ev1 ev2 <= seen_time ev2 z - seen_time ev1 z.
  Proof.
    intro L. unfold least_gap. assert (I : In z (seq 0 blocks)) by (apply in_seq; lia).
    induction (seq 0 blocks) as [| y l IH]; [easy |]. cbn [map fold_right].
    destruct I as [-> | I]; [lia |]. specialize (IH I). lia.
  Qed.

  Definition check_le (delta : Z) (ev1 ev2 : heap_end * nat) (by_ : why) : bool :=
    proper (fst ev1) && proper (fst ev2) &&
    match by_ with
    | Same n1 n2 =>
        let '(l1, j1) := chain n1 (snd ev1) in
        let '(l2, j2) := chain n2 (snd ev2) in
        (j1 =? j2)%nat && check_same delta (fst ev1 :: l1) (fst ev2 :: l2)
    | Grows n1 m1 n2 m2 =>
        match later ev1 n1 m1, later ev2 n2 m2 with
        | Some (U1, V1, _, high), Some (U2, V2, low, _) =>
            let g := least_gap ev1 ev2 in
            (1 <=? blocks)%nat && (U1 * V2 =? U2 * V1) && (delta <=? g) &&
            (snd ev1 + blocks * P <? length xs)%nat && (snd ev2 + blocks * P <? length xs)%nat &&
            (U1 * U2 * g <=? U1 * V2 * g + U1 * low - U2 * high)
        | _, _ => false
        end
    end.

  Lemma check_le_spec delta ev1 ev2 by_ : check_le delta ev1 ev2 by_ = true ->
    forall z, time ev1 z + delta <= time ev2 z.
  Proof.
    unfold check_le. intro H. apply andb_prop in H as [H W]. apply andb_prop in H as [E1 E2].
    destruct by_ as [n1 n2 | n1 m1 n2 m2].
    - destruct ev1 as [e1 k1], ev2 as [e2 k2]. cbn [fst snd] in *.
      destruct (chain n1 k1) as [l1 j1] eqn:X1. destruct (chain n2 k2) as [l2 j2] eqn:X2.
      apply chain_spec in X1 as (P1 & _ & Y1). apply chain_spec in X2 as (P2 & _ & Y2).
      apply andb_prop in W as [J W]. apply Nat.eqb_eq in J. subst j2. intro z.
      pose proof (check_same_spec delta (e1 :: l1) (e2 :: l2)) as S. cbn [forallb] in S.
      rewrite E1, E2, P1, P2 in S. specialize (S eq_refl eq_refl W (x (j1 + z * P)%nat)).
      unfold time. cbn [fst snd]. rewrite Y1, Y2. exact S.
    - destruct (later ev1 n1 m1) as [[[[U1 V1] w1] high] |] eqn:X1; [| discriminate].
      destruct (later ev2 n2 m2) as [[[[U2 V2] low] w2] |] eqn:X2; [| discriminate].
      apply later_spec in X1 as (HU1 & HV1 & Y1); auto. apply later_spec in X2 as (HU2 & HV2 & Y2); auto.
      set (g := least_gap ev1 ev2) in *.
      apply andb_prop in W as [W Gr]. apply andb_prop in W as [W L2]. apply andb_prop in W as [W L1].
      apply andb_prop in W as [W D]. apply andb_prop in W as [B R].
      apply Z.leb_le in Gr, D. apply Nat.ltb_lt in L1, L2. apply Nat.leb_le in B. apply Z.eqb_eq in R.
      assert (Gap : forall z, time ev1 z + g <= time ev2 z); [| intro z; specialize (Gap z); lia].
      intro z. induction (lt_wf z) as [z _ IH].
      destruct (Nat.lt_ge_cases z blocks) as [L | L].
      + pose proof (least_gap_spec ev1 ev2 z L) as X. fold g in X. unfold time, seen_time in *.
        assert (z * P <= blocks * P)%nat by (apply Nat.mul_le_mono_r; lia).
        rewrite !Hxs by lia. lia.
      + specialize (IH (z - blocks)%nat ltac:(lia)). specialize (Y1 (z - blocks)%nat).
        specialize (Y2 (z - blocks)%nat). replace (z - blocks + blocks)%nat with z in Y1, Y2 by lia.
        set (t1 := time ev1 (z - blocks)) in *. set (t2 := time ev2 (z - blocks)) in *.
        set (t1' := time ev1 z) in *. set (t2' := time ev2 z) in *.
        assert (A2 : U1 * (V2 * t2 + low) <= U1 * (U2 * t2')) by (apply Z.mul_le_mono_nonneg_l; lia).
        assert (A1 : U2 * (U1 * t1') <= U2 * (V1 * t1 + high)) by (apply Z.mul_le_mono_nonneg_l; lia).
        assert (Q : U1 * V2 * g <= U1 * V2 * (t2 - t1)) by (apply Z.mul_le_mono_nonneg_l; nia).
        assert (R1 : U1 * V2 * t1 = U2 * V1 * t1) by now rewrite R.
        assert (X : U1 * U2 * (t1' + g) <= U1 * U2 * t2') by lia.
        apply Z.mul_le_mono_pos_l in X; nia.
  Qed.
End Facts.

(** * The order of events *)

Fixpoint all2 {A B} (f : A -> B -> bool) (l : list A) (k : list B) : bool :=
  match l, k with
  | [], [] => true
  | a :: l, b :: k => f a b && all2 f l k
  | _, _ => false
  end.

Lemma all2_spec {A B} (f : A -> B -> bool) (R : A -> B -> Prop) l k :
  (forall a b, In a l -> In b k -> f a b = true -> R a b) -> all2 f l k = true -> Forall2 R l k.
Proof.
  revert k. induction l as [| a l IH]; intros [| b k] H E; try discriminate; constructor;
    apply andb_prop in E as [E1 E2].
  - apply H; cbn; auto.
  - apply IH; auto. intros. apply H; cbn; auto.
Qed.

Definition swapped (w : why) : why :=
  match w with Same n1 n2 => Same n2 n1 | Grows n1 m1 n2 m2 => Grows n2 m2 n1 m1 end.

Section Order.
  Variables (starts : list Z) (values word : list N) (creators : list (heap_end * nat)).
  Notation s := (length starts).
  Notation P := (length word).
  Notation creator := (creator starts word creators).
  Notation value := (value starts values word).

  Variable x : nat -> Z.
  Hypothesis Hx : recurs starts word creators x.
  Hypothesis C : check_creators starts word creators = true.
  Variables (blocks : nat) (xs : list Z).
  Hypothesis Hxs : forall k, (k < length xs)%nat -> x k = nth k xs 0.

  (** The events of one period of runs in their order, each with its run, and whether the next
      one is at the same heap; and why they stay in this order. *)
  Variable events : list (heap_end * nat * bool).
  Variable reasons : list why.
  Notation M := (length events).

  Definition event (m : nat) : heap_end * nat * bool :=
    let '(e, k, same) := nth (m mod M) events (End 1 0 2, O, false) in
    (e, (k + (m / M) * P)%nat, same).
  Definition same (m : nat) : bool := snd (event m).
  Definition tau (m : nat) : Z := enters (fst (fst (event m))) (x (snd (fst (event m)))).

  Definition check_order : bool :=
    (1 <=? M)%nat &&
    forallb (fun j =>
      let a := fst (event j) in let b := fst (event (S j)) in
      let w := nth j reasons (Same 0 0) in
      let le := check_le starts word creators blocks xs in
      if same j then le 0 a b w && le 0 b a (swapped w) else le 1 a b w) (seq 0 M).
  Hypothesis Ord : check_order = true.

  Lemma M_positive : (1 <= M)%nat.
  Proof. unfold check_order in Ord. apply andb_prop in Ord as [H _]. now apply Nat.leb_le in H. Qed.

  Lemma event_shift m z :
    event (m + z * M) =
    (fst (fst (event m)), (snd (fst (event m)) + z * P)%nat, snd (event m)).
  Proof.
    pose proof M_positive. unfold event. rewrite Nat.mod_add, Nat.div_add by lia.
    destruct (nth (m mod M) events _) as [[e k] b]. cbn [fst snd]. f_equal. f_equal. lia.
  Qed.

  Lemma tau_time m z : tau (m + z * M) = time word x (fst (event m)) z.
  Proof. unfold tau, time. rewrite event_shift. reflexivity. Qed.

  Lemma tau_step m : if same m then tau m = tau (S m) else tau m + 1 <= tau (S m).
  Proof.
    pose proof M_positive. rewrite (Nat.div_mod m M) by lia.
    pose proof (Nat.mod_upper_bound m M ltac:(lia)) as L.
    set (j := (m mod M)%nat) in *. set (z := (m / M)%nat). clearbody j z. clear m.
    replace (M * z + j)%nat with (j + z * M)%nat by lia.
    change (S (j + z * M)) with (S j + z * M)%nat. rewrite !tau_time.
    unfold same. rewrite event_shift. cbn [snd].
    unfold check_order in Ord. apply andb_prop in Ord as [_ F]. rewrite forallb_forall in F.
    specialize (F j). cbv zeta in F. unfold same in F.
    assert (I : In j (seq 0 M)) by (apply in_seq; lia). specialize (F I). clear I.
    destruct (snd (event j)).
    - apply andb_prop in F as [F1 F2].
      pose proof (check_le_spec _ _ _ _ Hx C _ _ Hxs _ _ _ _ F1 z).
      pose proof (check_le_spec _ _ _ _ Hx C _ _ Hxs _ _ _ _ F2 z). lia.
    - pose proof (check_le_spec _ _ _ _ Hx C _ _ Hxs _ _ _ _ F z). lia.
  Qed.

  Lemma tau_mono i j : (i <= j)%nat -> tau i <= tau j.
  Proof.
    intro L. replace j with (i + (j - i))%nat by lia. generalize (j - i)%nat. clear L j.
    intro d. induction d as [| d IH]; [rewrite Nat.add_0_r; lia |].
    rewrite Nat.add_succ_r. pose proof (tau_step (i + d)). destruct (same (i + d)); lia.
  Qed.

  (** The end has entered the run by event j; it enters it later. *)
  Definition found (e : heap_end) (k from count : nat) : bool :=
    existsb (fun i => (snd (fst (event i)) =? k)%nat && heap_end_eqb (fst (fst (event i))) e)
      (seq from count).
  Definition before (j : nat) (e : heap_end) (k : nat) : bool := found e k 0 (S j).
  Definition after (j : nat) (e : heap_end) (k : nat) : bool := found e k (S j) (2 * M).

  Lemma found_spec e k from count : found e k from count = true ->
    exists i, (from <= i < from + count)%nat /\
              forall z, tau (i + z * M) = enters e (x (k + z * P)%nat).
  Proof.
    intro H. apply existsb_exists in H as (i & I & E). apply in_seq in I.
    apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1. apply heap_end_eqb_spec in E2.
    exists i. split; [lia |]. intro z. rewrite tau_time. unfold time. now rewrite E1, E2.
  Qed.

  Lemma before_spec j e k : before j e k = true ->
    forall z, enters e (x (k + z * P)%nat) <= tau (j + z * M).
  Proof.
    intros H z. apply found_spec in H as (i & L & E). rewrite <- E. apply tau_mono. lia.
  Qed.

  Lemma after_spec j e k : after j e k = true ->
    forall z, tau (S j + z * M) <= enters e (x (k + z * P)%nat).
  Proof.
    intros H z. apply found_spec in H as (i & L & E). rewrite <- E. apply tau_mono. lia.
  Qed.

  (** After each event of the second period: the run, and the runs of the ends. *)
  Variable pieces : list (heap_end * heap_end).
  Variable places : list (nat * list (nat * nat)).
  Hypothesis pieces_proper :
    forall p, In p pieces -> proper (fst p) = true /\ proper (snd p) = true.

  Definition place (j : nat) := nth (j - M) places (O, []).
  Definition in_run (j : nat) (e : heap_end) (k : nat) : bool := before j e k && after j e (S k).

  Definition check_place (j : nat) : bool :=
    same j ||
    let '(k, at_) := place j in
    (s <=? k)%nat &&
    before j (fst (creator k)) (k - snd (creator k)) &&
    after j (fst (creator (S k))) (S k - snd (creator (S k))) &&
    all2 (fun p q => (s <=? fst q)%nat && in_run j (fst p) (fst q) && in_run j (snd p) (snd q))
      pieces at_ &&
    (mex (values_between value at_) =? value k)%N.

  Variable k1 : nat.

  Definition check_places : bool :=
    forallb check_place (seq M M) && (s <=? k1)%nat &&
    (snd (fst (event M)) =? k1 - snd (creator k1))%nat &&
    heap_end_eqb (fst (fst (event M))) (fst (creator k1)) &&
    forallb (fun k => existsb (fun j => negb (same j) && (fst (place j) =? k)%nat) (seq M M))
      (seq k1 P).
  Hypothesis D : check_places = true.

  Definition moved (z : nat) (q : nat * nat) : nat * nat := (fst q + z * P, snd q + z * P)%nat.

  Lemma start_is k z : (s <= k)%nat ->
    x (k + z * P) = enters (fst (creator k)) (x (k - snd (creator k) + z * P)%nat).
  Proof.
    intro L. pose proof (creator_good _ _ _ C k L). rewrite (proj2 Hx) by (unfold seen; lia).
    rewrite (creator_shift _ _ _ C) by auto. f_equal. f_equal. lia.
  Qed.

  Lemma in_run_stays j e k z : proper e = true -> in_run j e k = true ->
    stays x e (k + z * P) (tau (j + z * M)) (tau (S j + z * M)).
  Proof.
    intros E H. apply andb_prop in H as [A B]. split.
    - apply enters_spec; auto. now apply before_spec.
    - apply Z.lt_nge. intro L. apply enters_spec in L; auto.
      pose proof (after_spec j e (S k) B z) as X. change (S k + z * P)%nat with (S (k + z * P)) in X. lia.
  Qed.

  Lemma values_moved at_ z : forallb (fun q : nat * nat => (s <=? fst q)%nat) at_ = true ->
    values_between value (map (moved z) at_) = values_between value at_.
  Proof.
    induction at_ as [| q at_ IH]; cbn [forallb map]; intro H; auto.
    apply andb_prop in H as [A B]. apply Nat.leb_le in A. unfold values_between in *.
    cbn [flat_map]. rewrite (IH B). f_equal. unfold moved. cbn [fst snd].
    replace (S (snd q + z * P) - (fst q + z * P))%nat with (S (snd q) - fst q)%nat by lia.
    set (c := (S (snd q) - fst q)%nat). clearbody c. revert A. generalize (fst q).
    induction c as [| c IHc]; intros i A; cbn [seq map]; auto.
    rewrite (value_shift _ _ _ _ C) by auto. f_equal. specialize (IHc (S i)). cbn [Nat.add] in IHc.
    apply IHc. lia.
  Qed.

  Lemma place_holds j z : (M <= j < 2 * M)%nat -> same j = false ->
    let '(k, at_) := place j in
    let t := tau (j + z * M) in let t' := tau (S j + z * M) in
    x (k + z * P) <= t /\ t < t' /\ t' <= x (S k + z * P)%nat /\
    Forall2 (fun p q => stays x (fst p) (fst q) t t' /\ stays x (snd p) (snd q) t t')
      pieces (map (moved z) at_) /\
    mex (values_between value (map (moved z) at_)) = value (k + z * P).
  Proof.
    intros L S'. unfold check_places in D.
    repeat (apply andb_prop in D as [D _]). rewrite forallb_forall in D.
    assert (H : check_place j = true) by (apply D, in_seq; lia). clear D.
    unfold check_place in H. rewrite S' in H. cbn [orb] in H.
    pose proof (tau_step (j + z * M)) as St. unfold same in St, S'.
    rewrite event_shift in St. cbn [snd] in St. rewrite S' in St.
    change (S (j + z * M)) with (S j + z * M)%nat in St.
    destruct (place j) as [k at_]. apply andb_prop in H as [H V]. apply andb_prop in H as [H A2].
    apply andb_prop in H as [H Af]. apply andb_prop in H as [K Be].
    apply Nat.leb_le in K. apply N.eqb_eq in V. cbv zeta.
    split; [| split; [lia | split; [| split]]].
    - rewrite start_is by auto. now apply before_spec.
    - rewrite start_is by lia. now apply after_spec.
    - clear - A2 pieces_proper Ord Hx C Hxs. revert at_ A2.
      induction pieces as [| p ps IH]; intros [| q at_] A2; try discriminate; constructor;
        apply andb_prop in A2 as [A1 A2].
      + apply andb_prop in A1 as [A1 B2]. apply andb_prop in A1 as [_ B1].
        destruct (pieces_proper p) as [E1 E2]; [cbn; auto |]. unfold moved. cbn [fst snd].
        split; now apply in_run_stays.
      + apply IH; auto. intros p' I. apply pieces_proper. cbn; auto.
    - rewrite values_moved, (value_shift _ _ _ _ C); auto. clear - A2. revert at_ A2.
      induction pieces as [| p ps IH]; intros [| q at_] A2; try discriminate; auto.
      apply andb_prop in A2 as [A1 A2]. apply andb_prop in A1 as [A1 _]. apply andb_prop in A1 as [A1 _].
      cbn [forallb]. now rewrite A1, IH.
  Qed.

  Lemma rising_later k : (k1 <= k)%nat -> x k < x (S k).
  Proof.
    intro L. pose proof D as D'. pose proof (P_positive _ _ _ C) as PP.
    unfold check_places in D'. apply andb_prop in D' as [_ F]. rewrite forallb_forall in F.
    set (r := ((k - k1) mod P)%nat). set (z := ((k - k1) / P)%nat).
    assert (E : k = (k1 + r + z * P)%nat).
    { pose proof (Nat.div_mod (k - k1) P). unfold r, z. lia. }
    assert (R : (r < P)%nat) by (apply Nat.mod_upper_bound; lia).
    clearbody r z. subst k. specialize (F (k1 + r)%nat). rewrite in_seq in F.
    assert (X := F ltac:(lia)). apply existsb_exists in X as (j & J & X). apply in_seq in J.
    apply andb_prop in X as [X1 X2]. apply Nat.eqb_eq in X2. apply negb_true_iff in X1.
    pose proof (place_holds j z ltac:(lia) X1) as H. destruct (place j) as [k at_]. cbn [fst] in X2.
    subst k. destruct H as (A & B & C' & _). change (S (k1 + r + z * P)) with (S (k1 + r) + z * P)%nat. lia.
  Qed.

  Lemma first_time : x k1 = tau M.
  Proof.
    pose proof D as D'. unfold check_places in D'. apply andb_prop in D' as [D' _].
    apply andb_prop in D' as [D' E]. apply andb_prop in D' as [D' K]. apply andb_prop in D' as [_ S'].
    apply Nat.leb_le in S'. apply Nat.eqb_eq in K. apply heap_end_eqb_spec in E.
    pose proof (start_is k1 0 S') as X. cbn [Nat.mul] in X. rewrite !Nat.add_0_r in X. rewrite X.
    unfold tau. now rewrite K, E.
  Qed.

  (** Every heap from run k1 on lies between two events. *)
  Lemma stretch_of n : x 0%nat = 0 -> (forall k, x k < x (S k)) -> x k1 <= n ->
    exists m, (M <= m)%nat /\ tau m <= n < tau (S m).
  Proof.
    intros X0 R L.
    assert (U : exists m, n < tau m).
    { set (k := (k1 + S (Z.to_nat n))%nat).
      pose proof (x_mono x R 0 k) as X. pose proof D as D'. pose proof (P_positive _ _ _ C) as PP.
      unfold check_places in D'. apply andb_prop in D' as [_ F]. rewrite forallb_forall in F.
      set (r := ((k - k1) mod P)%nat). set (z := ((k - k1) / P)%nat).
      assert (E : k = (k1 + r + z * P)%nat).
      { pose proof (Nat.div_mod (k - k1) P). unfold r, z. lia. }
      assert (Rr : (r < P)%nat) by (apply Nat.mod_upper_bound; lia).
      clearbody r z. specialize (F (k1 + r)%nat). rewrite in_seq in F.
      assert (Y := F ltac:(lia)). apply existsb_exists in Y as (j & J & Y). apply in_seq in J.
      apply andb_prop in Y as [Y1 Y2]. apply Nat.eqb_eq in Y2. apply negb_true_iff in Y1.
      pose proof (place_holds j z ltac:(lia) Y1) as H. destruct (place j) as [k' at_]. cbn [fst] in Y2.
      subst k'. destruct H as (A & _). exists (j + z * M)%nat. rewrite <- E in A.
      pose proof (x_mono x R k1 k). unfold k in *. lia. }
    destruct U as (m & U). rewrite first_time in L.
    assert (H : forall d, n < tau (M + d) -> exists m, (M <= m)%nat /\ tau m <= n < tau (S m)).
    { induction d as [| d IH]; intro B; [rewrite Nat.add_0_r in B; lia |].
      destruct (Z.lt_ge_cases n (tau (M + d))) as [A | A]; [auto |].
      exists (M + d)%nat. rewrite Nat.add_succ_r in B. split; [lia | auto]. }
    apply (H m). pose proof (tau_mono m (M + m)). lia.
  Qed.
End Order.
