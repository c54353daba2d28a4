(** The check of a take-and-break code whose moves leave at most three heaps
    (discover/heaps/theorems/breaking.py): the sets P(m) of the values of two nonempty heaps of m tokens
    in all are kept; v is the value of three heaps if, for the smallest one a, v xor G(a) is in
    P(m - a).  Each v is tried in turn. *)
From Coq Require Import NArith List Lia Bool Arith.
From Mexplore Require Import Grundy Evaluate TakeAndBreak TwoHeaps.
Import ListNotations.
Local Open Scope N_scope.

(** Whether v xor x is in s for one of the first [c] pairs of an x in [F] and the s at its place
    in [P]. *)
Fixpoint meets (c : nat) (v : N) (F : list N) (P : list nset) : bool :=
  match c, F, P with
  | S c, x :: F, s :: P => if nmem (N.lxor v x) s then true else meets c v F P
  | _, _, _ => false
  end.

Lemma meets_spec c v F P :
  meets c v F P = true <->
  exists i, (i < c /\ i < length F /\ i < length P)%nat /\
            nmem (N.lxor v (nth i F 0)) (nth i P nempty) = true.
Proof.
  revert F P. induction c as [| c IH]; intros F P; cbn [meets].
  - split; [discriminate |]. intros (i & L & _). lia.
  - destruct F as [| x F].
    { split; [discriminate |]. intros (i & L & _). cbn in L. lia. }
    destruct P as [| s P].
    { split; [discriminate |]. intros (i & L & _). cbn in L. lia. }
    destruct (nmem (N.lxor v x) s) eqn:E.
    + split; auto. intros _. exists O. cbn. split; [lia | exact E].
    + rewrite IH. split.
      * intros (i & L & H). exists (S i). cbn [length nth]. split; [lia | exact H].
      * intros (i & L & H). destruct i as [| i]; cbn [length nth] in L, H; [congruence |].
        exists i. split; [lia | exact H].
Qed.

Section Engine.
  Variable moves : list (N * nat).

  (** [F]: G(0), ..., G(n - 1); [R] the same reversed; [P]: the sets of n, n - 1, ..., 0. *)
  Definition attains (n : nat) (F R : list N) (P : list nset) (v : N) (m : N * nat) : bool :=
    let k := N.to_nat (fst m) in
    (k <=? n)%nat &&
    match snd m with
    | O => (k =? n)%nat && (v =? 0)
    | S O => (k <? n)%nat && (v =? nth (k - 1) R 0)
    | S (S O) => nmem v (nth k P nempty)
    | _ => meets ((n - k) / 3) v (tl F) (skipn (S k) P)
    end.

  Fixpoint least (fuel : nat) (n : nat) (F R : list N) (P : list nset) (v : N) : option N :=
    match fuel with
    | O => None
    | S fuel =>
        if existsb (attains n F R P v) moves then least fuel n F R P (N.succ v) else Some v
    end.

  Definition state := (nat * (list N * list nset))%type.

  Definition next (fuel : nat) (s : state) : option state :=
    let (n, RP) := s in
    let (R, P) := RP in
    let F := rev' R in
    let P' := visit_move n F R nempty (0, 2%nat) :: P in
    match least fuel n F R P' 0 with
    | Some v => Some (S n, (v :: R, P'))
    | None => None
    end.

  Definition three_run (fuel : nat) (B : N) : option state :=
    N.iter B (fun s => match s with Some s => next fuel s | None => None end)
           (Some (O, ([], []))).

  Variable G : N -> N.
  Hypothesis sound : forallb sound_move moves = true.
  Hypothesis three : forall m, In m moves -> (snd m <= 3)%nat.
  Hypothesis HG : is_grundy (code moves) G.

  Definition two_heaps (m v : N) : Prop :=
    exists a b, 1 <= a /\ 1 <= b /\ a + b = m /\ v = N.lxor (G a) (G b).

  Lemma two_heaps_by n v : two_heaps n v <-> value_by G n (0, 2%nat) v.
  Proof.
    rewrite value_by_two. unfold two_heaps.
    split; intros (a & b & A & B & T & E); exists a, b; repeat split; auto; lia.
  Qed.

  Lemma xor_back v x y : v = N.lxor x y <-> N.lxor v x = y.
  Proof.
    split.
    - intros ->. rewrite (N.lxor_comm x), N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_r.
    - intros <-. rewrite N.lxor_comm, N.lxor_assoc, N.lxor_nilpotent. now rewrite N.lxor_0_r.
  Qed.

  (** Of three heaps one is the smallest. *)
  Lemma three_heaps_by n k v :
    value_by G n (k, 3%nat) v <->
    k <= n /\ exists a, 1 <= a /\ 3 * a <= n - k /\ two_heaps (n - k - a) (N.lxor v (G a)).
  Proof.
    unfold value_by, two_heaps. cbn [fst snd]. split.
    - intros (L & o & E & P & T & ->). split; auto.
      destruct o as [| a [| b [| c [| d o]]]]; try discriminate.
      inversion_clear P as [| ? ? Pa P']. inversion_clear P' as [| ? ? Pb P''].
      inversion_clear P'' as [| ? ? Pc _]. cbn [total] in T.
      cbn [map xor_list fold_right]. rewrite N.lxor_0_r.
      assert (X : forall x y z, N.lxor (N.lxor x (N.lxor y z)) x = N.lxor y z).
      { intros x y z. now rewrite (N.lxor_comm x), N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. }
      assert (Y : forall x y z, N.lxor x (N.lxor y z) = N.lxor y (N.lxor x z)).
      { intros x y z. now rewrite <- !N.lxor_assoc, (N.lxor_comm x). }
      assert (M : a <= b /\ a <= c \/ b <= a /\ b <= c \/ c <= a /\ c <= b) by lia.
      destruct M as [M | [M | M]].
      + exists a. split; auto. split; [lia |]. exists b, c. rewrite X. repeat split; auto; lia.
      + exists b. split; auto. split; [lia |]. exists a, c. rewrite Y, X. repeat split; auto; lia.
      + exists c. split; auto. split; [lia |]. exists a, b. rewrite (N.lxor_comm (G b)), Y, X.
        repeat split; auto; lia.
    - intros (L & a & A & S & b & c & B & C & T & E). split; auto. exists [a; b; c].
      repeat split; [repeat constructor; auto | cbn; lia |].
      cbn. rewrite N.lxor_0_r. now apply xor_back.
  Qed.

  Definition sets_of (n : nat) (P : list nset) : Prop :=
    length P = S n /\
    forall j, (j <= n)%nat -> forall v,
      nmem v (nth j P nempty) = true <-> two_heaps (N.of_nat (n - j)) v.

  Lemma attains_spec n P v m :
    In m moves -> sets_of n P ->
    attains n (first G n) (rev (first G n)) P v m = true <-> value_by G (N.of_nat n) m v.
  Proof.
    intros I [LP HP]. pose proof (three m I) as T3. pose proof sound as S.
    rewrite forallb_forall in S. specialize (S m I). unfold sound_move in S.
    unfold attains. destruct m as [k i]. cbn [fst snd] in *. rewrite andb_true_iff, Nat.leb_le.
    destruct i as [| [| [| [| i]]]]; [| | | | lia].
    - rewrite andb_true_iff, Nat.eqb_eq, N.eqb_eq. unfold value_by. cbn [fst snd]. split.
      + intros (L & E & ->). split; [lia |]. exists []. repeat split; [constructor | cbn; lia].
      + intros (L & o & A & _ & T & ->). destruct o; [| discriminate]. cbn in T |- *. lia.
    - cbn in S. rewrite orb_false_r in S. apply N.leb_le in S.
      rewrite andb_true_iff, Nat.ltb_lt, N.eqb_eq. unfold value_by. cbn [fst snd]. split.
      + intros (L & L' & ->). split; [lia |]. exists [N.of_nat n - k].
        repeat split; [constructor; [lia | constructor] | cbn; lia |].
        rewrite nth_rev_first by lia. cbn. rewrite N.lxor_0_r. f_equal. lia.
      + intros (L & o & A & P' & T & ->). destruct o as [| a [| b o]]; try discriminate.
        inversion_clear P' as [| ? ? Pa _]. cbn [total] in T. repeat split; try lia.
        rewrite nth_rev_first by lia. cbn. rewrite N.lxor_0_r. f_equal. lia.
    - split.
      + intros (L & H). apply HP in H; [| lia].
        replace (N.of_nat (n - N.to_nat k)) with (N.of_nat n - k) in H by lia.
        apply two_heaps_by in H as (_ & o & A & B & C & D). split; [cbn; lia |].
        exists o. repeat split; auto. cbn [fst] in *. lia.
      + intros (L & o & A & B & C & D). cbn [fst snd] in *. split; [lia |]. apply HP; [lia |].
        replace (N.of_nat (n - N.to_nat k)) with (N.of_nat n - k) by lia.
        apply two_heaps_by. split; [cbn; lia |]. exists o. repeat split; auto. cbn [fst]. lia.
    - rewrite three_heaps_by, meets_spec.
      assert (Lt : length (tl (first G n)) = (n - 1)%nat).
      { pose proof (length_first G n). destruct (first G n); cbn in *; lia. }
      assert (Hd : forall i, (i < (n - N.to_nat k) / 3 <-> 3 * (i + 1) <= n - N.to_nat k)%nat).
      { intro i. pose proof (Nat.div_mod_eq (n - N.to_nat k) 3).
        pose proof (Nat.mod_upper_bound (n - N.to_nat k) 3 ltac:(lia)). lia. }
      assert (Ef : forall i, (i < n - 1)%nat -> nth i (tl (first G n)) 0 = G (N.of_nat i + 1)).
      { intros i Hi.
        replace (nth i (tl (first G n)) 0) with (nth (Datatypes.S i) (first G n) 0)
          by (destruct (first G n); [now destruct i | reflexivity]).
        rewrite nth_first by lia. f_equal. lia. }
      split.
      + intros (L & i & (A & B & C) & H). split; [lia |]. rewrite Lt in B. apply Hd in A.
        exists (N.of_nat i + 1). split; [lia |]. split; [lia |].
        rewrite nth_skipn, Ef in H by lia. apply HP in H; [| lia].
        now replace (N.of_nat n - k - (N.of_nat i + 1)) with
          (N.of_nat (n - (Datatypes.S (N.to_nat k) + i))) by lia.
      + intros (L & a & A & B & H). split; [lia |]. exists (N.to_nat a - 1)%nat.
        rewrite Hd, Lt, skipn_length, LP. split; [lia |].
        rewrite nth_skipn, Ef by lia. apply HP; [lia |].
        replace (N.of_nat (N.to_nat a - 1) + 1) with a by lia.
        now replace (N.of_nat (n - (Datatypes.S (N.to_nat k) + (N.to_nat a - 1)))) with
          (N.of_nat n - k - a) by lia.
  Qed.

  Lemma least_spec fuel n P v w :
    sets_of n P ->
    (forall u, u < v -> value_of (code moves) G (N.of_nat n) u) ->
    least fuel n (first G n) (rev (first G n)) P v = Some w -> w = G (N.of_nat n).
  Proof.
    intro HP. revert v. induction fuel as [| fuel IH]; intros v Lo; cbn [least]; [discriminate |].
    assert (E : existsb (attains n (first G n) (rev (first G n)) P v) moves = true <->
                value_of (code moves) G (N.of_nat n) v).
    { rewrite existsb_exists, value_code. split; intros (m & I & H); exists m; split; auto;
        now apply (attains_spec n P v m). }
    destruct (existsb _ moves) eqn:X.
    - intro H. apply (IH (N.succ v)); auto. intros u Hu.
      destruct (N.eq_dec u v) as [-> | D]; [now apply E | apply Lo; lia].
    - intros [= <-].
      apply (is_mex_unique (value_of (code moves) G (N.of_nat n)) _ v _) with
        (3 := fun x => iff_refl (value_of (code moves) G (N.of_nat n) x)).
      + split; auto. intro V. apply E in V. congruence.
      + apply grundy_is_mex, HG.
  Qed.

  Definition known (s : state) : Prop :=
    let (n, RP) := s in
    let (R, P) := RP in
    R = rev (first G n) /\ length P = n /\
    forall j, (j < n)%nat -> forall v,
      nmem v (nth j P nempty) = true <-> two_heaps (N.of_nat (n - 1 - j)) v.

  Lemma next_known fuel s s' : known s -> next fuel s = Some s' -> known s' /\ fst s' = S (fst s).
  Proof.
    destruct s as [n [R P]]. intros (-> & LP & HP). unfold next, rev'.
    rewrite <- rev_alt, rev_involutive. set (p := visit_move n _ _ nempty _).
    assert (H : sets_of n (p :: P)).
    { split; [cbn; now rewrite LP |]. intros [| j] Hj v; cbn [nth].
      - unfold p. rewrite visit_move_spec by reflexivity. rewrite nmem_empty, Nat.sub_0_r.
        rewrite two_heaps_by. split; [intros [? | ?]; [discriminate | auto] | auto].
      - rewrite HP by lia. now replace (n - 1 - j)%nat with (n - S j)%nat by lia. }
    destruct (least _ _ _ _ _ _) as [v |] eqn:E; [| discriminate]. intros [= <-].
    apply least_spec in E; auto; [| intros u Hu; lia]. subst v.
    split; [| reflexivity]. split; [| split].
    - unfold first. rewrite upto_S, map_app, rev_app_distr. reflexivity.
    - cbn. now rewrite LP.
    - intros j Hj v. destruct H as [_ H]. rewrite H by lia.
      now replace (S n - 1 - j)%nat with (n - j)%nat by lia.
  Qed.

  Lemma three_run_correct fuel B s :
    three_run fuel B = Some s -> N.of_nat (fst s) = B /\ known s.
  Proof.
    unfold three_run. revert s. induction B as [| B IH] using N.peano_ind; intros s H.
    - injection H as <-. split; [reflexivity |]. split; [reflexivity |]. split; [reflexivity |].
      intros j Hj. lia.
    - rewrite N.iter_succ in H. destruct (N.iter B _ _) as [s' |]; [| discriminate].
      destruct (IH _ eq_refl) as [E K]. destruct (next_known _ _ _ K H) as [K' E'].
      split; auto. lia.
  Qed.
End Engine.

Definition check_three (moves : list (N * nat)) (K p n0 : N) : bool :=
  code_of moves 3 K &&
  match three_run moves (N.to_nat 65536) (stretch 3 K p n0) with
  | Some (_, (R, _)) => periodic_first 3 K p n0 R
  | None => false
  end.

Theorem three_law moves K p n0 :
  check_three moves K p n0 = true ->
  forall G, is_grundy (code moves) G -> forall n, n0 <= n -> G (n + p) = G n.
Proof.
  unfold check_three. set (B := stretch 3 K p n0). intros C G HG.
  apply andb_prop in C as [C R]. destruct (code_of_sound _ _ _ C) as (S & _ & three).
  set (fuel := N.to_nat 65536) in R. clearbody fuel.
  destruct (three_run moves fuel B) as [[m [l P]] |] eqn:E; [| discriminate].
  apply three_run_correct with (G := G) in E; auto.
  destruct E as [Ec [Eb _]]. cbn [fst] in Ec. subst l. rewrite <- (Nat2N.id m), Ec in R.
  now apply (law_of_first moves 3 K p).
Qed.
