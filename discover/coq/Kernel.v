(** Who wins, read off the digits of a position: the kernel of a game whose moves are linear, decided
    by automata (discover/outcomes/deciding.py). *)
From Coq Require Import ZArith NArith List Lia Bool FMapPositive Wellfounded.
From Mexplore Require Import Grundy Evaluate Reach Numerations Readings.
Import ListNotations.
Local Open Scope Z_scope.

(** * Games on tuples of numbers: what a reader has to believe *)

(** A position is a tuple of n numbers that are at least 0. *)
Definition position (n : nat) (v : list Z) : Prop := length v = n /\ Forall (Z.le 0) v.

(** A game says to which positions a move leads: [game v w]. *)
Definition game := list Z -> list Z -> Prop.

(** A position is lost if no move leads from it to a lost one. *)
Definition is_lost (n : nat) (options : game) (lost : list Z -> Prop) : Prop :=
  forall v, position n v ->
    (lost v <-> forall w, position n w -> options v w -> ~ lost w).

(** Under misere play a position is lost if there are moves, and none leads to a lost one. *)
Definition is_lost_in_misere (n : nat) (options : game) (lost : list Z -> Prop) : Prop :=
  forall v, position n v ->
    (lost v <-> (exists w, position n w /\ options v w) /\
                forall w, position n w -> options v w -> ~ lost w).

(** A position has the nim-value k if no move leads from it to one of value k, and to each smaller
    value some move leads. *)
Definition is_valued (n : nat) (options : game) (valued : list Z -> nat -> Prop) : Prop :=
  forall v k, position n v ->
    (valued v k <-> (forall w, position n w -> options v w -> ~ valued w k) /\
                    forall j, (j < k)%nat -> exists w, position n w /\ options v w /\ valued w j).

(** So it is where a function says which value, and that is the mex of those of the options. *)
Theorem mex_is_valued n (options : game) (G : list Z -> nat) :
  (forall v, position n v -> (forall w, position n w -> options v w -> G w <> G v) /\
     forall j, (j < G v)%nat -> exists w, position n w /\ options v w /\ G w = j) ->
  is_valued n options (fun v k => G v = k).
Proof.
  intros H v k P. destruct (H v P) as [A B]. split; [intros <-; auto |]. intros [C D].
  destruct (Nat.lt_trichotomy (G v) k) as [L | [E | L]]; auto; exfalso.
  - destruct (D _ L) as (w & Q & O & E). exact (A w Q O E).
  - destruct (B _ L) as (w & Q & O & E). exact (C w Q O E).
Qed.

(** * Linear moves

    From v a move leads to the numbers in some places of v ++ u, for all u at least 0 for which all
    forms in v ++ u are at least 0, and which share their binary digits as is said: (i, j, k) says
    that the numbers in the places i and j have those in common that are in the place k. *)
Record move := Move
  { names : nat; places : list nat; forms : list form; bits : list (nat * nat * nat) }.

Definition share (m : move) (z : list Z) : bool :=
  forallb (fun '(i, j, k) => Z.land (pick z i) (pick z j) =? pick z k) (bits m).

Definition leads_by (m : move) (v w : list Z) : Prop :=
  exists u, position (names m) u /\ Forall (fun f => 0 <= value f (v ++ u)) (forms m) /\
            share m (v ++ u) = true /\ w = map (pick (v ++ u)) (places m).

Definition leads (moves : list move) : game := fun v w => exists m, In m moves /\ leads_by m v w.

Lemma firstn_app_exact {A} n (v u : list A) : length v = n -> firstn n (v ++ u) = v.
Proof. intros <-. rewrite firstn_app, Nat.sub_diag, firstn_all. apply app_nil_r. Qed.

Definition same_list {A} (same : A -> A -> bool) : list A -> list A -> bool :=
  fix same_list l k :=
    match l, k with
    | [], [] => true
    | x :: l, y :: k => same x y && same_list l k
    | _, _ => false
    end.

Lemma same_list_spec {A} (same : A -> A -> bool) :
  (forall x y, same x y = true <-> x = y) -> forall l k, same_list same l k = true <-> l = k.
Proof.
  intros S l. induction l as [| x l IH]; intros [| y k]; cbn [same_list]; try easy.
  rewrite andb_true_iff, S, IH. split; [intros [-> ->]; auto | now intros [= -> ->]].
Qed.

Definition same_known (k l : known) : bool :=
  match k, l with
  | Sure, Sure => true
  | Sum p q, Sum a b => (p =? a) && (q =? b)
  | _, _ => false
  end.

Lemma same_known_spec k l : same_known k l = true <-> k = l.
Proof.
  destruct k as [| p q], l as [| a b]; cbn; try easy.
  rewrite andb_true_iff, !Z.eqb_eq. split; [intros [-> ->]; auto | now intros [= -> ->]].
Qed.

(** Numbers to find states again, made of numbers below [width], which is a hint. *)
Section Codes.
  Variable width : BinNums.N.
  Definition more (c x : BinNums.N) : BinNums.N := (width * c + x)%N.
  Definition code_Z (z : Z) : BinNums.N := match z with Z0 => 0 | Zpos p => Npos p~0 | Zneg p => Npos p~1 end.
  Definition code_known (c : BinNums.N) (k : known) : BinNums.N :=
    match k with Sure => more c 0 | Sum p q => more (more c (code_Z p + 1)) (code_Z q) end.
  Definition code_full (c : BinNums.N) (full : bool) : BinNums.N :=
    if full then (2 * c + 1)%N else (2 * c)%N.
End Codes.

Section Bits.
  Variable N : numeration.
  Hypothesis HN : is_numeration N = true.
  Variable m : move.

  (** Binary digits are read in base 2. *)
  Definition readable : bool :=
    match bits m, cs N with [], _ => true | _, [b] => (b =? 2) && (e N =? 0) | _, _ => false end.

  Hypothesis R : readable = true.

  Lemma U_binary i : bits m <> [] -> U N i = 2 ^ Z.of_nat i.
  Proof.
    intro B. unfold readable in R. destruct (bits m); [now destruct B |].
    destruct N as [[| b [|]] e0]; cbn [cs Numerations.e] in R; try discriminate.
    apply andb_prop in R as [-> %Z.eqb_eq -> %Z.eqb_eq].
    induction i as [| i IH]; auto. rewrite U_next, IH, Nat2Z.inj_succ, Z.pow_succ_r by lia.
    unfold c, period. cbn [cs length]. rewrite Nat.mod_1_r. cbn [nth Numerations.e]. lia.
  Qed.

  Lemma land_split x y z i :
    let u := 2 ^ Z.of_nat i in
    Z.land x y = z <-> Z.land (x / u) (y / u) = z / u /\ Z.land (x mod u) (y mod u) = z mod u.
  Proof.
    intro u.
    assert (D : Z.land (x / u) (y / u) = Z.land x y / u).
    { unfold u. rewrite <- !Z.shiftr_div_pow2 by lia. symmetry. apply Z.shiftr_land. }
    assert (M : Z.land (x mod u) (y mod u) = Z.land x y mod u).
    { unfold u. rewrite <- !Z.land_ones by lia. apply Z.bits_inj'. intros j _.
      rewrite !Z.land_spec. destruct (Z.testbit x j), (Z.testbit y j), (Z.testbit (Z.ones _) j); auto. }
    rewrite D, M. split; [now intros -> |]. intros [A B].
    assert (P : 0 < u) by (apply Z.pow_pos_nonneg; lia).
    rewrite (Z.div_mod (Z.land x y) u), (Z.div_mod z u) by lia. now rewrite A, B.
  Qed.

  Lemma share_none r : bits m = [] -> share m r = true.
  Proof. unfold share. now intros ->. Qed.

  Lemma share_split i r :
    share m r = true <->
    share m (map (fun x => x / U N i) r) = true /\ share m (map (fun x => x mod U N i) r) = true.
  Proof.
    assert (E : bits m = [] \/ bits m <> []) by (destruct (bits m); [now left | now right]).
    destruct E as [E | E]; [now rewrite !share_none |].
    rewrite (U_binary i E). unfold share. rewrite !forallb_forall.
    assert (P : 0 < 2 ^ Z.of_nat i) by (apply Z.pow_pos_nonneg; lia).
    assert (S : forall a b k, Z.land (pick r a) (pick r b) =? pick r k = true <->
        (Z.land (pick (map (fun x => x / 2 ^ Z.of_nat i) r) a) (pick (map (fun x => x / 2 ^ Z.of_nat i) r) b)
           =? pick (map (fun x => x / 2 ^ Z.of_nat i) r) k) = true /\
        (Z.land (pick (map (fun x => x mod 2 ^ Z.of_nat i) r) a) (pick (map (fun x => x mod 2 ^ Z.of_nat i) r) b)
           =? pick (map (fun x => x mod 2 ^ Z.of_nat i) r) k) = true).
    { intros a b k. rewrite !Z.eqb_eq, !pick_map by (first [apply Z.div_0_l | apply Z.mod_0_l]; lia).
      apply land_split. }
    split.
    - intro H. split; intros [[a b] k] I; apply S, (H _ I).
    - intros [H K] [[a b] k] I. apply S. split; [apply (H _ I) | apply (K _ I)].
  Qed.

  Lemma share_zeros j : share m (repeat 0 j) = true.
  Proof.
    assert (Z0 : forall k, pick (repeat 0 j) k = 0).
    { unfold pick. induction j as [| j IH]; intros [| k]; cbn; auto. }
    unfold share. apply forallb_forall. intros [[a b] k] _. now rewrite !Z0.
  Qed.
End Bits.

Section Kernel.
  Variable N : numeration.
  Hypothesis HN : is_numeration N = true.
  Variables (n : nat) (width : BinNums.N).
  Notation U := (U N).

  (** * No move leads from one set into another: the pairs of states that are reached *)

  Record pair := Pair
    { place : nat; fulls : list bool; sums : list known; from : BinNums.N; to : BinNums.N }.

  Definition same_pair (s t : pair) : bool :=
    ((from s =? from t) && (to s =? to t))%N && (place s =? place t)%nat &&
    same_list eqb (fulls s) (fulls t) && same_list same_known (sums s) (sums t).

  Lemma same_pair_spec s t : same_pair s t = true <-> s = t.
  Proof.
    destruct s as [h f k p q], t as [i g l r u]. unfold same_pair. cbn [place fulls sums from to].
    rewrite !andb_true_iff, !N.eqb_eq, Nat.eqb_eq, (same_list_spec _ eqb_true_iff),
      (same_list_spec _ same_known_spec).
    split; [intros [[[[-> ->] ->] ->] ->]; auto | now intros [= -> -> -> -> ->]].
  Qed.

  Definition code_pair (s : pair) : positive :=
    N.succ_pos (fold_left code_full (fulls s)
      (fold_left (code_known width) (sums s)
         (more width (more width (from s + 1) (to s)) (N.of_nat (place s)))))%N.

  (** For each place what reads the forms there. *)
  Definition steppers := list (known -> list Z -> option known).

  Definition all_steppers (m : move) : list steppers :=
    map (fun k => map (stepper N k) (forms m)) (seq 0 (period N)).

  Definition steppers_at (all : list steppers) (k : nat) : steppers := nth k all [].

  Lemma steppers_here m i :
    steppers_at (all_steppers m) (i mod period N) = map (stepper N i) (forms m).
  Proof.
    pose proof (period_positive N HN) as P.
    pose proof (Nat.mod_upper_bound i (period N) ltac:(lia)) as B.
    unfold steppers_at, all_steppers. set (k := (i mod period N)%nat) in *.
    rewrite (nth_indep _ _ (map (stepper N 0) (forms m))) by now rewrite map_length, seq_length.
    rewrite (map_nth (fun k => map (stepper N k) (forms m))), seq_nth by auto. cbn [Nat.add].
    apply map_ext. intro f. apply (stepper_place N HN).
  Qed.

  Definition fulls_after (k : nat) (a : list Z) : list bool := map (is_full N k) a.

  Lemma fulls_here i a : fulls_after (i mod period N) a = map (is_full N i) a.
  Proof. apply map_ext. intro d. apply (is_full_place N HN). Qed.

  Section Apart.
    Variables K L : automaton.
    Hypothesis HK : gone K 1 (zeros N n) = 1%N.
    Hypothesis HL : gone L 1 (zeros N n) = 1%N.
    Variable m : move.

    Definition pair_next (all : list steppers) (s : pair) : list pair :=
      let k := below_place N (place s) in
      let steps := steppers_at all k in
      flat_map (fun a =>
        if negb (share m a) then [] else
        let p := go K (from s) (firstn n a) in
        if (p =? 0)%N then [] else
        let q := go L (to s) (map (pick a) (places m)) in
        if (q =? 0)%N then [] else
        match step_all steps (sums s) a with
        | Some ks => [Pair k (fulls_after k a) ks p q]
        | None => []
        end) (choices N k (fulls s)).

    Definition pair_ok (s : pair) : bool :=
      negb ((place s =? 0)%nat && good K (from s) && good L (to s) && all_done (forms m) (sums s)).

    Definition apart (fuel : nat) : bool :=
      Reach.all_reached code_pair same_pair (pair_next (all_steppers m)) pair_ok fuel
        [Pair 0 (repeat false (n + names m)) (nothing_read (forms m)) 1 1].

    Variable fuel : nat.
    Hypothesis checked : apart fuel = true.
    Hypothesis Hplaces : length (places m) = n.
    Hypothesis Hbits : readable N m = true.

    Theorem none_leads v w :
      position n v -> leads_by m v w ->
      accepts N K v = true -> accepts N L w = true -> False.
    Proof.
      intros [Lv Pv] (u & [Lu Pu] & F & B2 & ->) Av Aw.
      destruct (Reach.reached _ _ (fun s t => proj1 (same_pair_spec s t))
                  (fun s => proj2 (same_pair_spec s s) eq_refl) _ _ _ _ checked)
        as (P & P1 & P2 & P3).
      pose proof (period_positive N HN) as PP.
      assert (R : forall i s r, P s -> place s = (i mod period N)%nat -> within N i (fulls s) r ->
                share m r = true ->
                all_hold N i r (forms m) (sums s) -> run K (from s) (rows N i (firstn n r)) = true ->
                run L (to s) (rows N i (map (pick r) (places m))) = true -> False).
      { induction i as [| i IH]; intros s r Ps Ks W Sh H Rf Rt.
        - apply P2 in Ps. unfold pair_ok in Ps. apply negb_true_iff in Ps. cbn [rows run] in Rf, Rt.
          rewrite Nat.mod_0_l in Ks by lia.
          rewrite Ks, Rf, Rt in Ps. apply (within_zero N HN) in W. subst r.
          apply (all_done_holds N) in H. rewrite H in Ps. discriminate.
        - apply (step_all_holds N HN) in H; [| now apply (within_below N HN (S i) (fulls s))].
          destruct (taken N HN _ _ _ W) as [C W'].
          apply (share_split N HN m Hbits i) in Sh as [S1 S2].
          cbn [rows run] in Rf, Rt. rewrite <- !firstn_map in Rf.
          rewrite <- (pick_tops N HN), <- (pick_rests N HN) in Rt.
          destruct (step_all _ _ _) as [ks |] eqn:E; [| destruct H].
          set (p := go K (from s) _) in *. set (q := go L (to s) _) in *.
          assert (Dp : p <> 0%N) by (intro Z; rewrite Z, run_dead in Rf; discriminate).
          assert (Dq : q <> 0%N) by (intro Z; rewrite Z, run_dead in Rt; discriminate).
          apply (IH (Pair (i mod period N) (map (is_full N i) (map (fun x => x / U i) r)) ks p q)
                    (map (fun x => x mod U i) r)); auto.
          apply (P3 s); auto. unfold pair_next. rewrite Ks, (below_place_next N HN). cbv zeta.
          rewrite (choices_place N HN), steppers_here. apply in_flat_map.
          exists (map (fun x => x / U i) r). split; auto. fold p q. rewrite S1, fulls_here. cbn [negb].
          rewrite (proj2 (N.eqb_neq p 0) Dp), (proj2 (N.eqb_neq q 0) Dq), E. now left. }
      set (k := longest (v ++ u)). set (i := (period N * k)%nat).
      assert (B : Forall (fun x => 0 <= x < U i) (v ++ u)).
      { apply (size_enough N HN); [now apply Forall_app | reflexivity]. }
      assert (B' := B). apply Forall_app in B' as [Bv _].
      apply (R i _ (v ++ u) (P1 _ (or_introl eq_refl))); cbn [place fulls sums from to]; auto.
      - unfold i. rewrite Nat.mul_comm, Nat.mod_mul; lia.
      - replace (n + names m)%nat with (length (v ++ u)) by (rewrite app_length; lia).
        now apply (within_free N).
      - now apply (all_hold_first N).
      - rewrite firstn_app_exact; auto. unfold i. now rewrite (accepts_at N HN K n).
      - unfold i. rewrite (accepts_at N HN L n); auto; [now rewrite map_length |].
        apply Forall_map, Forall_forall. intros j _. unfold pick. fold i. pose proof (U_positive N HN i).
        destruct (nth_in_or_default j (v ++ u) 0) as [I | ->]; [| lia].
        rewrite Forall_forall in B. now apply B.
    Qed.
  End Apart.
End Kernel.
