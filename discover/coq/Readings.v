(** Linear forms and automata that read the digits of several numbers together, the most significant
    ones first (discover/outcomes/words.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Evaluate Numerations.
Import ListNotations.
Local Open Scope Z_scope.

(** A form c_1*x_1 + c_2*x_2 + ... + C. *)
Record form := Form { coefficients : list Z; constant : Z }.

Fixpoint dot (w z : list Z) : Z :=
  match w, z with a :: w, x :: z => a * x + dot w z | _, _ => 0 end.

Definition value (f : form) (z : list Z) : Z := dot (coefficients f) z + constant f.

Definition pick (z : list Z) (k : nat) : Z := nth k z 0.

Section Readings.
  Variable N : numeration.
  Hypothesis HN : is_numeration N = true.
  Notation U := (U N).
  Notation V := (V N).

  Lemma U_positive i : 0 < U i.
  Proof. pose proof (weights_grow N HN i). lia. Qed.

  Notation tops i := (map (fun n => n / U i)).
  Notation rests i := (map (fun n => n mod U i)).

  (** * Digits of several numbers, of which some have to be 0 *)

  Definition within (i : nat) : list bool -> list Z -> Prop :=
    Forall2 (fun full n => 0 <= n < bound N i full).

  (** The digits that may stand at a place, or at one that is k modulo the period. *)
  Definition range (k : nat) (full : bool) : list Z :=
    map Z.of_nat (seq 0 (S (Z.to_nat (greatest N k full)))).

  Fixpoint choices (k : nat) (fulls : list bool) : list (list Z) :=
    match fulls with
    | [] => [[]]
    | full :: fulls => let rest := choices k fulls in
                       flat_map (fun d => map (cons d) rest) (range k full)
    end.

  Lemma choices_place i fulls : choices (i mod period N) fulls = choices i fulls.
  Proof.
    induction fulls as [| full fulls IH]; cbn [choices]; auto.
    unfold range. now rewrite IH, (greatest_place N HN).
  Qed.

  Lemma In_range i full d : In d (range i full) <-> 0 <= d <= greatest N i full.
  Proof.
    assert (G : 0 <= greatest N i full).
    { unfold greatest. pose proof (numeration_is N HN i). destruct full; lia. }
    unfold range. rewrite in_map_iff. split.
    - intros (k & <- & I). apply in_seq in I. lia.
    - intro L. exists (Z.to_nat d). split; [lia |]. apply in_seq. lia.
  Qed.

  Lemma In_choices i fulls a :
    In a (choices i fulls) <-> Forall2 (fun full d => 0 <= d <= greatest N i full) fulls a.
  Proof.
    revert a. induction fulls as [| full fulls IH]; intro a; cbn [choices].
    - split; [intros [<- | []]; constructor | intro F; inversion F; now left].
    - rewrite in_flat_map. split.
      + intros (d & D & I). apply in_map_iff in I as (b & <- & I). constructor;
          [now apply In_range | now apply IH].
      + intro F. inversion F as [| ? d ? b D B]; subst. exists d. split; [now apply In_range |].
        apply in_map, IH, B.
  Qed.

  Lemma taken i fulls r :
    within (S i) fulls r ->
    In (tops i r) (choices i fulls) /\ within i (map (is_full N i) (tops i r)) (rests i r).
  Proof.
    intro W. rewrite In_choices. induction W as [| full n fulls r B W [IH1 IH2]];
      [split; constructor |].
    destruct (digit_taken N HN _ _ _ B) as [D R]. split; constructor; assumption.
  Qed.

  (** Numbers put together from first digits and rests. *)
  Fixpoint joined (i : nat) (a r : list Z) : list Z :=
    match a, r with d :: a, n :: r => d * U i + n :: joined i a r | _, _ => [] end.

  Lemma added i fulls a r :
    In a (choices i fulls) -> within i (map (is_full N i) a) r ->
    within (S i) fulls (joined i a r) /\ tops i (joined i a r) = a /\ rests i (joined i a r) = r.
  Proof.
    rewrite In_choices. intro C. revert r. induction C as [| full d fulls a D C IH]; intros r W;
      cbn [map] in W; inversion W as [| ? n ? r' B W']; subst; cbn [joined map].
    - repeat split; constructor.
    - destruct (IH _ W') as (A1 & A2 & A3).
      destruct (digit_added N HN i full d n D B) as (B1 & B2 & B3).
      repeat split; [constructor; assumption | |]; f_equal; assumption.
  Qed.

  Lemma within_length i fulls r : within i fulls r -> length fulls = length r.
  Proof. induction 1; cbn; auto. Qed.

  Lemma within_below i fulls r : within i fulls r -> Forall (fun n => 0 <= n < U i) r.
  Proof.
    induction 1 as [| full n fulls r B W IH]; constructor; auto.
    pose proof (bound_at_most N HN i full). lia.
  Qed.

  Lemma within_free i r :
    Forall (fun n => 0 <= n < U i) r -> within i (repeat false (length r)) r.
  Proof. induction 1 as [| n r B _ IH]; constructor; auto. Qed.

  Lemma within_zero fulls r : within 0 fulls r -> r = repeat 0 (length fulls).
  Proof.
    induction 1 as [| full n fulls r B W IH]; cbn [length repeat]; auto. f_equal; auto.
    pose proof (bound_at_most N HN 0 full) as L. cbn in L. lia.
  Qed.

  Lemma pick_map f r k : f 0 = 0 -> pick (map f r) k = f (pick r k).
  Proof. intro Z. unfold pick. rewrite <- Z at 1. now rewrite map_nth. Qed.

  Lemma pick_tops i r places : map (pick (tops i r)) places = tops i (map (pick r) places).
  Proof.
    rewrite map_map. apply map_ext. intro k. apply pick_map. apply Z.div_0_l. pose proof (U_positive i). lia.
  Qed.

  Lemma pick_rests i r places : map (pick (rests i r)) places = rests i (map (pick r) places).
  Proof.
    rewrite map_map. apply map_ext. intro k. apply pick_map. apply Z.mod_0_l. pose proof (U_positive i). lia.
  Qed.

  (** * Sums

      What was read of a form, with i digits to come, is p*U(i) + q*U(i-1), or so much that the form
      will be at least 0; [None] where it will be less. *)
  Inductive known := Sure | Sum (p q : Z).

  Fixpoint above (w : list Z) : Z := match w with [] => 0 | a :: w => Z.max 0 (- a) + above w end.
  Fixpoint below (w : list Z) : Z := match w with [] => 0 | a :: w => Z.max 0 a + below w end.

  Definition stepper (k : nat) (f : form) : known -> list Z -> option known :=
    let c := c N k in
    let w := coefficients f in
    let high := Z.max (above w) (- constant f) in
    let low := - Z.max (below w) (constant f + 1) in
    fun known a =>
      match known with
      | Sure => Some Sure
      | Sum p q =>
          let p' := c * p + q + dot w a in
          let q' := e N * p in
          if high <=? Z.min p' (p' + q') then Some Sure
          else if Z.max p' (p' + q') <=? low then None
          else Some (Sum p' q')
      end.

  Lemma stepper_place i f : stepper (i mod period N) f = stepper i f.
  Proof. unfold stepper. now rewrite (c_place N HN). Qed.

  Definition holds (i : nat) (r : list Z) (f : form) (k : known) : Prop :=
    match k with
    | Sure => True
    | Sum p q => 0 <= p * U i + q * V i + dot (coefficients f) r + constant f
    end.

  Lemma dot_split i w r : dot w r = dot w (tops i r) * U i + dot w (rests i r).
  Proof.
    revert r. induction w as [| a w IH]; intros [| n r]; cbn [dot map]; try lia.
    rewrite (IH r). pose proof (U_positive i).
    rewrite (Z.div_mod n (U i)) at 1 by lia. ring.
  Qed.

  Lemma above_below w : 0 <= above w /\ 0 <= below w.
  Proof. induction w as [| a w IH]; cbn [above below]; lia. Qed.

  Lemma dot_bounds i w r :
    Forall (fun n => 0 <= n < U i) r ->
    - (above w * (U i - 1)) <= dot w r <= below w * (U i - 1).
  Proof.
    intro F. pose proof (U_positive i) as P. revert w.
    induction F as [| n r B F IH]; intros [| a w]; cbn [above below dot]; try lia.
    - destruct (above_below (a :: w)) as [Z1 Z2]. cbn [above below] in Z1, Z2. nia.
    - specialize (IH w). destruct (above_below w). nia.
  Qed.

  Lemma between m p q u v :
    1 <= v <= u -> m <= p -> m <= p + q -> m * u <= p * u + q * v.
  Proof.
    intros B P Q. destruct (Z.le_gt_cases 0 q).
    - assert (m * u <= p * u) by nia. assert (0 <= q * v) by nia. lia.
    - assert (q * u <= q * v) by nia. assert (m * u <= (p + q) * u) by nia. lia.
  Qed.

  Lemma step_holds i r f k :
    Forall (fun n => 0 <= n < U (S i)) r ->
    holds (S i) r f k <->
    match stepper i f k (tops i r) with Some k => holds i (rests i r) f k | None => False end.
  Proof.
    intro F. destruct k as [| p q]; cbn [stepper holds]; [tauto |].
    assert (B : Forall (fun n => 0 <= n < U i) (rests i r)).
    { apply Forall_map. eapply Forall_impl; [| exact F]. intros n _. apply Z.mod_pos_bound, U_positive. }
    apply (dot_bounds i (coefficients f)) in B. pose proof (weights_grow N HN i) as G.
    destruct (above_below (coefficients f)) as [H0 L0].
    rewrite (dot_split i (coefficients f) r), (U_next N), (V_next N).
    set (s := dot (coefficients f) (tops i r)) in *.
    clearbody s. set (rest := dot (coefficients f) (rests i r)) in *.
    set (h := above (coefficients f)) in *. set (l := below (coefficients f)) in *. clearbody h l.
    set (u := U i) in *. set (v := V i) in *. set (C := constant f) in *.
    replace (p * (c N i * u + e N * v) + q * u + (s * u + rest) + C)
      with ((c N i * p + q + s) * u + e N * p * v + rest + C) by ring.
    set (p' := c N i * p + q + s). set (q' := e N * p). clearbody p' q'.
    destruct (Z.leb_spec (Z.max h (- C)) (Z.min p' (p' + q'))) as [L | L].
    - cbn [holds]. split; auto. intros _. set (m := Z.min p' (p' + q')) in *.
      pose proof (between m p' q' u v G ltac:(lia) ltac:(lia)).
      assert ((m - h) * 1 <= (m - h) * u) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
    - destruct (Z.leb_spec (Z.max p' (p' + q')) (- Z.max l (C + 1))) as [M | M].
      + split; [| tauto]. intro H. set (m := - Z.max p' (p' + q')) in *.
        pose proof (between m (- p') (- q') u v G ltac:(lia) ltac:(lia)).
        assert ((m - l) * 1 <= (m - l) * u) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
      + cbn [holds]. unfold rest, u, v, C. tauto.
  Qed.

  Fixpoint step_all (steps : list (known -> list Z -> option known)) (ks : list known) (a : list Z)
      : option (list known) :=
    match steps, ks with
    | [], [] => Some []
    | step :: steps, k :: ks =>
        match step k a with
        | Some k => match step_all steps ks a with Some ks => Some (k :: ks) | None => None end
        | None => None
        end
    | _, _ => None
    end.

  Definition all_hold (i : nat) (r : list Z) : list form -> list known -> Prop :=
    Forall2 (holds i r).

  Lemma step_all_holds i r fs ks :
    Forall (fun n => 0 <= n < U (S i)) r ->
    all_hold (S i) r fs ks <->
    match step_all (map (stepper i) fs) ks (tops i r) with
    | Some ks => all_hold i (rests i r) fs ks
    | None => False
    end.
  Proof.
    intro F. revert ks. induction fs as [| f fs IH]; intros [| k ks]; cbn [map step_all].
    - split; constructor.
    - split; [intro H; inversion H | tauto].
    - split; [intro H; inversion H | tauto].
    - assert (E : all_hold (S i) r (f :: fs) (k :: ks) <-> holds (S i) r f k /\ all_hold (S i) r fs ks).
      { split; [intro H; inversion H; auto | intros []; now constructor]. }
      rewrite E, (step_holds i r f k F), (IH ks). clear E.
      destruct (stepper i f k (tops i r)) as [k' |]; [| tauto].
      destruct (step_all _ ks _) as [ks' |]; [| tauto].
      split; [intros []; now constructor | intro H; inversion H; auto].
  Qed.

  (** Whether the form is at least 0 when everything was read. *)
  Definition done (f : form) (k : known) : bool :=
    match k with Sure => true | Sum p q => 0 <=? p + q + constant f end.

  Fixpoint all_done (fs : list form) (ks : list known) : bool :=
    match fs, ks with
    | [], [] => true
    | f :: fs, k :: ks => done f k && all_done fs ks
    | _, _ => false
    end.

  Lemma dot_zeros w n : dot w (repeat 0 n) = 0.
  Proof. revert n. induction w as [| a w IH]; intros [| n]; cbn [repeat dot]; auto. rewrite IH. lia. Qed.

  Lemma all_done_holds n fs ks : all_done fs ks = true <-> all_hold 0 (repeat 0 n) fs ks.
  Proof.
    revert ks. induction fs as [| f fs IH]; intros [| k ks]; cbn [all_done].
    - split; constructor.
    - split; [easy | intro H; inversion H].
    - split; [easy | intro H; inversion H].
    - rewrite andb_true_iff, (IH ks).
      assert (E : done f k = true <-> holds 0 (repeat 0 n) f k).
      { destruct k as [| p q]; cbn [done holds]; [tauto |]. rewrite dot_zeros, Z.leb_le.
        cbn. lia. }
      rewrite E. split; [intros []; now constructor | intro H; inversion H; auto].
  Qed.

  Definition nothing_read (fs : list form) : list known := map (fun _ => Sum 0 0) fs.

  Lemma all_hold_first i z fs :
    all_hold i z fs (nothing_read fs) <-> Forall (fun f => 0 <= value f z) fs.
  Proof.
    unfold nothing_read, all_hold. induction fs as [| f fs IH]; cbn [map]; [split; constructor |].
    assert (E : holds i z f (Sum 0 0) <-> 0 <= value f z) by (unfold value; cbn [holds]; lia).
    split; intro H; inversion H; subst; constructor; tauto.
  Qed.

  (** * Automata

      State 0 accepts nothing, state 1 is the first. *)
  Record automaton := Automaton { follows : BinNums.N -> list Z -> BinNums.N; ends : BinNums.N -> bool }.

  Definition go (K : automaton) (q : BinNums.N) (a : list Z) : BinNums.N :=
    if (q =? 0)%N then 0%N else follows K q a.
  Definition good (K : automaton) (q : BinNums.N) : bool := negb (q =? 0)%N && ends K q.

  Fixpoint run (K : automaton) (q : BinNums.N) (W : list (list Z)) : bool :=
    match W with [] => good K q | a :: W => run K (go K q a) W end.

  (** The state after some digits. *)
  Definition gone (K : automaton) (q : BinNums.N) (W : list (list Z)) : BinNums.N := fold_left (go K) W q.

  Lemma run_gone K q W X : run K q (W ++ X) = run K (gone K q W) X.
  Proof. revert q. induction W as [| a W IH]; intro q; [reflexivity |]. apply IH. Qed.

  Lemma run_dead K W : run K 0 W = false.
  Proof. induction W as [| a W IH]; cbn; auto. Qed.

  (** Enough digits for all numbers of a tuple: a multiple of the period. *)
  Fixpoint longest (v : list Z) : nat :=
    match v with [] => O | n :: v => Nat.max (2 * N.to_nat (N.size (Z.to_N n))) (longest v) end.

  Definition size (v : list Z) : nat := (period N * longest v)%nat.

  (** Whether the automaton accepts the digits of a tuple of numbers. *)
  Definition accepts (K : automaton) (v : list Z) : bool := run K 1 (rows N (size v) v).

  Lemma U_mono i j : (i <= j)%nat -> U i <= U j.
  Proof.
    induction 1 as [| j _ IH]; [lia |]. pose proof (weights_grow N HN (S j)) as G.
    rewrite (V_next N) in G. lia.
  Qed.

  Lemma U_powers k : 2 ^ Z.of_nat k <= U (2 * k).
  Proof.
    induction k as [| k IH]; [cbn; lia |]. replace (2 * S k)%nat with (S (S (2 * k))) by lia.
    pose proof (weights_double N HN (2 * k)). rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. lia.
  Qed.

  Lemma size_enough v i :
    Forall (Z.le 0) v -> (size v <= i)%nat -> Forall (fun n => 0 <= n < U i) v.
  Proof.
    unfold size. pose proof (period_positive N HN) as PP. intros F L.
    assert (L' : (longest v <= i)%nat) by nia. clear L PP. revert L'.
    induction F as [| n v P F IH]; cbn [longest]; intro L; constructor; [| apply IH; lia].
    split; auto. set (k := N.to_nat (N.size (Z.to_N n))) in *.
    assert (H : n < 2 ^ Z.of_nat k).
    { unfold k. rewrite N_nat_Z. pose proof (N.size_gt (Z.to_N n)) as G.
      apply N2Z.inj_lt in G. rewrite N2Z.inj_pow, Z2N.id in G; auto. }
    pose proof (U_powers k). pose proof (U_mono (2 * k) i ltac:(lia)). lia.
  Qed.

  (** A period of zeros. *)
  Definition zeros (n : nat) : list (list Z) := repeat (repeat 0 n) (period N).

  Lemma tops_zero n i v :
    length v = n -> Forall (fun n => 0 <= n < U i) v -> tops i v = repeat 0 n /\ rests i v = v.
  Proof.
    intros <- B. induction B as [| x v Hx F [IH1 IH2]]; cbn [map length repeat]; auto.
    rewrite IH1, IH2, Z.div_small, Z.mod_small; auto.
  Qed.

  Lemma below_longer i j v :
    (i <= j)%nat -> Forall (fun n => 0 <= n < U i) v -> Forall (fun n => 0 <= n < U j) v.
  Proof. intros L F. eapply Forall_impl; [| exact F]. intros n B. pose proof (U_mono i j L). cbn beta in *. lia. Qed.

  Lemma rows_more n k i v :
    length v = n -> Forall (fun n => 0 <= n < U i) v ->
    rows N (k + i) v = repeat (repeat 0 n) k ++ rows N i v.
  Proof.
    intros L F. induction k as [| k IH]; auto. cbn [Nat.add rows repeat app].
    destruct (tops_zero n (k + i) v L) as [-> ->]; [apply (below_longer i); auto; lia |].
    now rewrite IH.
  Qed.

  Lemma run_longer K n i k v :
    gone K 1 (zeros n) = 1%N -> length v = n -> Forall (fun n => 0 <= n < U i) v ->
    run K 1 (rows N (period N * k + i) v) = run K 1 (rows N i v).
  Proof.
    intros G L F. induction k as [| k IH]; [now rewrite Nat.mul_0_r |].
    replace (period N * S k + i)%nat with (period N + (period N * k + i))%nat by lia.
    rewrite (rows_more n); auto; [| apply (below_longer i); auto; lia].
    fold (zeros n). now rewrite run_gone, G.
  Qed.

  Theorem accepts_at K n k v :
    gone K 1 (zeros n) = 1%N -> length v = n -> Forall (fun n => 0 <= n < U (period N * k)) v ->
    run K 1 (rows N (period N * k) v) = accepts K v.
  Proof.
    intros G L F. unfold accepts. assert (P : Forall (Z.le 0) v).
    { eapply Forall_impl; [| exact F]. cbn. lia. }
    unfold size. set (l := longest v).
    rewrite <- (run_longer K n (period N * k) l); auto.
    rewrite <- (run_longer K n (period N * l) k); auto; [| now apply size_enough].
    f_equal. f_equal. lia.
  Qed.
End Readings.

(** The automaton that goes from state q, by the digits a, b, ... of the numbers, to entry q*s + a +
    b*d + ... of a table, s being the number of choices of digits below d. *)
Definition automaton_of (d : Z) (s : BinNums.N) (transitions accepting : list BinNums.N) : automaton :=
  let steps := table_of transitions in
  let finals := table_of accepting in
  Automaton
    (fun q a => look steps (q * s + Z.to_N (fold_right (fun x r => x + d * r)%Z 0%Z a))%N)
    (fun q => look finals q =? 1)%N.
