(** Taking and breaking into heaps that must be equal or unequal: at most two heaps
    (discover/theorems/breaking_two_heaps.py, breaking_conditions.py). *)
From Coq Require Import NArith List Lia Bool Arith.
From Mexplore Require Import Grundy Evaluate TakeAndBreak TwoHeaps.
Import ListNotations.
Local Open Scope N_scope.

(** What the suffix of a heap count asks: nothing, [!] pairwise unequal, [?] not all equal, [=] all
    equal. *)
Inductive condition := Any | Unequal | NotAllEqual | Equal.

Fixpoint distinct (o : list N) : bool :=
  match o with
  | [] => true
  | a :: o => negb (existsb (N.eqb a) o) && distinct o
  end.

Definition all_equal (o : list N) : bool :=
  match o with [] => true | a :: o => forallb (N.eqb a) o end.

Definition allows (c : condition) (o : list N) : bool :=
  match c with
  | Any => true
  | Unequal => distinct o
  | NotAllEqual => negb (all_equal o)
  | Equal => all_equal o
  end.

(** A move ((k, i), c): remove k tokens and leave the rest in i nonempty heaps that meet c. *)
Definition conditional := ((N * nat) * condition)%type.

Definition code_with (moves : list conditional) : rule :=
  fun n => flat_map (fun m : conditional =>
                       if fst (fst m) <=? n
                       then filter (allows (snd m)) (parts (snd (fst m)) (n - fst (fst m)))
                       else [])
                    moves.

Lemma In_code_with moves n o :
  In o (code_with moves n) <->
  exists k i c, In ((k, i), c) moves /\ k <= n /\ length o = i /\ nonempty o /\ total o = n - k /\
                allows c o = true.
Proof.
  unfold code_with. rewrite in_flat_map. split.
  - intros ([[k i] c] & I & J). cbn [fst snd] in J. destruct (N.leb_spec k n); [| easy].
    apply filter_In in J as [J A]. apply In_parts in J. exists k, i, c. tauto.
  - intros (k & i & c & I & L & A & B & C & D). exists ((k, i), c). split; auto. cbn [fst snd].
    destruct (N.leb_spec k n); [| lia]. apply filter_In. split; auto. now apply In_parts.
Qed.

Lemma In_without_conditions moves n o :
  In o (code_with moves n) -> In o (code (map fst moves) n).
Proof.
  intro I. apply In_code_with in I as (k & i & c & I & L & A & B & C & D).
  apply In_code. exists k, i. repeat split; auto. apply (in_map fst) in I. exact I.
Qed.

Definition sound_with (m : conditional) : bool := sound_move (fst m).

Lemma code_with_wf moves : forallb sound_with moves = true -> well_founded (code_with moves).
Proof.
  intros S n o h I J. apply (code_wf (map fst moves)) with (o := o); auto.
  - rewrite forallb_forall in S |- *. intros m K. apply in_map_iff in K as (m' & <- & K).
    now apply S.
  - now apply In_without_conditions.
Qed.

Lemma code_with_exists moves :
  forallb sound_with moves = true -> is_grundy (code_with moves) (grundy (code_with moves)).
Proof. intro H. now apply grundy_exists, code_with_wf. Qed.

(** * Two heaps *)

Definition two (c : condition) (a b : N) : Prop :=
  match c with Any => True | Equal => a = b | _ => a <> b end.

Lemma allows_two c a b : allows c [a; b] = true <-> two c a b.
Proof.
  destruct c; cbn; try tauto;
    (destruct (N.eqb_spec a b); cbn; split; try congruence; try tauto; intuition discriminate).
Qed.

(** The values of the options by a move. *)
Definition value_with (G : N -> N) (n : N) (m : conditional) (v : N) : Prop :=
  fst (fst m) <= n /\
  exists o, length o = snd (fst m) /\ nonempty o /\ total o = n - fst (fst m) /\
            allows (snd m) o = true /\ v = xor_list (map G o).

Lemma value_code_with moves G n v :
  value_of (code_with moves) G n v <-> exists m, In m moves /\ value_with G n m v.
Proof.
  unfold value_of. split.
  - intros (o & I & E). apply In_code_with in I as (k & i & c & I & L & A & B & C & D).
    exists ((k, i), c). split; [exact I |]. split; [exact L |]. exists o. tauto.
  - intros ([[k i] c] & I & L & o & A & B & C & D & E). exists o. split; [| exact E].
    apply In_code_with. exists k, i, c. tauto.
Qed.

Lemma value_any G n m v : value_with G n (m, Any) v <-> value_by G n m v.
Proof.
  unfold value_with, value_by. cbn [fst snd allows]. split; intros (L & o & H); split; auto;
    exists o; tauto.
Qed.

Lemma value_two G n k c v :
  value_with G n ((k, 2%nat), c) v <->
  exists a b, 1 <= a /\ 1 <= b /\ a + b + k = n /\ two c a b /\ v = N.lxor (G a) (G b).
Proof.
  unfold value_with. cbn [fst snd]. split.
  - intros (L & o & A & P & T & C & ->). destruct o as [| a [| b [| d o]]]; try discriminate.
    inversion_clear P as [| ? ? Pa P']. inversion_clear P' as [| ? ? Pb _]. cbn [total] in T.
    apply allows_two in C. exists a, b. repeat split; auto; [lia |]. cbn. now rewrite N.lxor_0_r.
  - intros (a & b & Pa & Pb & T & C & ->). split; [lia |]. exists [a; b].
    repeat split; [repeat constructor; auto | cbn; lia | now apply allows_two | cbn; now rewrite N.lxor_0_r].
Qed.

Lemma two_sym c a b : two c a b -> two c b a.
Proof. destruct c; cbn; congruence. Qed.

(** The same with the larger heap first. *)
Lemma value_larger_first G n k c v :
  value_with G n ((k, 2%nat), c) v ->
  exists a b, b <= a /\ 1 <= b /\ a + b + k = n /\ two c a b /\ v = N.lxor (G a) (G b).
Proof.
  intro H. apply value_two in H as (a & b & A & B & T & C & ->).
  destruct (N.le_gt_cases b a) as [L | L].
  - exists a, b. auto.
  - exists b, a. repeat split; [lia | lia | lia | now apply two_sym | apply N.lxor_comm].
Qed.

(** The simple moves: heaps at most two, conditions on two heaps only. *)
Definition simple (m : conditional) : bool :=
  match snd m with Any => (snd (fst m) <=? 2)%nat | _ => (snd (fst m) =? 2)%nat end.

Section Law.
  Variables (moves : list conditional) (G : N -> N) (K Q n0 : N).
  Hypothesis Hn0 : 1 <= n0.
  Hypothesis HK : forall m, In m moves -> fst (fst m) <= K.
  Hypothesis Hsimple : forall m, In m moves -> simple m = true.
  Hypothesis Hsound : forallb sound_with moves = true.
  Hypothesis Heven : forall m, In m moves -> snd m = Equal -> exists h, Q = h + h.
  Hypothesis HG : is_grundy (code_with moves) G.

  (** The options of n and of n + Q have the same values, if G(m + Q) = G(m) for n0 <= m < n. *)
  Lemma up n m v :
    2 * n0 + 2 * Q + K <= n -> (forall x, n0 <= x -> x < n -> G (x + Q) = G x) ->
    In m moves -> value_with G n m v -> value_with G (n + Q) m v.
  Proof.
    intros Big IH I. pose proof (HK m I) as Hk. pose proof (Hsimple m I) as Hs.
    destruct m as [[k i] c]. cbn [fst snd] in *.
    destruct i as [| [| [| i]]].
    - destruct c; try discriminate. intros (L & o & A & _ & T & _). cbn [fst snd] in *.
      destruct o; [cbn in T; lia | discriminate].
    - destruct c; try discriminate. intros (L & o & A & P & T & _ & ->). cbn [fst snd] in *.
      destruct o as [| a [| b o]]; try discriminate. cbn [total] in T.
      inversion_clear P as [| ? ? Pa _].
      assert (Hsm := Hsound). rewrite forallb_forall in Hsm. specialize (Hsm _ I).
      unfold sound_with, sound_move in Hsm. cbn in Hsm. rewrite orb_false_r in Hsm.
      apply N.leb_le in Hsm.
      split; cbn [fst snd]; [lia |]. exists [a + Q].
      repeat split; [constructor; [lia | constructor] | cbn; lia |].
      cbn. rewrite IH by lia. reflexivity.
    - intro H. apply value_larger_first in H as (a & b & L & B & T & C & ->). apply value_two.
      destruct c; cbn [two] in C |- *.
      + exists (a + Q), b. repeat split; try lia. rewrite IH by lia. reflexivity.
      + exists (a + Q), b. repeat split; try lia. rewrite IH by lia. reflexivity.
      + exists (a + Q), b. repeat split; try lia. rewrite IH by lia. reflexivity.
      + destruct (Heven _ I eq_refl) as (h & E). subst b. exists (a + h), (a + h).
        repeat split; try lia. now rewrite !N.lxor_nilpotent.
    - destruct c; discriminate.
  Qed.

  Lemma down n m v :
    2 * n0 + 2 * Q + K <= n -> (forall x, n0 <= x -> x < n -> G (x + Q) = G x) ->
    In m moves -> value_with G (n + Q) m v -> value_with G n m v.
  Proof.
    intros Big IH I. pose proof (HK m I) as Hk. pose proof (Hsimple m I) as Hs.
    assert (Hsm := Hsound). rewrite forallb_forall in Hsm. specialize (Hsm _ I).
    unfold sound_with, sound_move in Hsm.
    destruct m as [[k i] c]. cbn [fst snd] in *.
    assert (Back : forall x, n0 + Q <= x -> x < n + Q -> G (x - Q) = G x).
    { intros x A B. rewrite <- (IH (x - Q)) by lia. f_equal. lia. }
    destruct i as [| [| [| i]]].
    - destruct c; try discriminate. intros (L & o & A & _ & T & _). cbn [fst snd] in *.
      destruct o; [cbn in T; lia | discriminate].
    - destruct c; try discriminate. intros (L & o & A & P & T & _ & ->). cbn [fst snd] in *.
      destruct o as [| a [| b o]]; try discriminate. cbn [total] in T.
      cbn in Hsm. rewrite orb_false_r in Hsm. apply N.leb_le in Hsm.
      split; cbn [fst snd]; [lia |]. exists [a - Q].
      repeat split; [constructor; [lia | constructor] | cbn; lia |].
      cbn. rewrite Back by lia. reflexivity.
    - intro H. apply value_larger_first in H as (a & b & L & B & T & C & ->). apply value_two.
      assert (Ha : a < n + Q).
      { lia. }
      destruct c; cbn [two] in C |- *.
      + exists (a - Q), b. repeat split; try lia. rewrite Back by lia. reflexivity.
      + destruct (N.eq_dec (a - Q) b) as [E | D].
        * exists a, (b - Q). repeat split; try lia. rewrite (Back b) by lia. reflexivity.
        * exists (a - Q), b. repeat split; try lia. rewrite Back by lia. reflexivity.
      + destruct (N.eq_dec (a - Q) b) as [E | D].
        * exists a, (b - Q). repeat split; try lia. rewrite (Back b) by lia. reflexivity.
        * exists (a - Q), b. repeat split; try lia. rewrite Back by lia. reflexivity.
      + destruct (Heven _ I eq_refl) as (h & E). subst b. exists (a - h), (a - h).
        repeat split; try lia. now rewrite !N.lxor_nilpotent.
    - destruct c; discriminate.
  Qed.

(** Let moves leave at most two heaps, which may have to be equal or unequal, and remove at most k
    tokens. Let n0 >= 1, and let Q be even if some heaps have to be equal. If G(n + Q) = G(n) for
    n0 <= n < 2*n0 + 2*Q + k, then for all n >= n0. Proof: Q is added to the larger heap a; taken
    from it, unless a - Q is the other heap b of two that must be unequal: then b >= n0 + Q, and Q
    is taken from b. Of equal heaps each changes by Q/2, and the value is 0. *)
  Theorem two_heaps_with :
    (forall n, n0 <= n -> n < 2 * n0 + 2 * Q + K -> G (n + Q) = G n) ->
    forall n, n0 <= n -> G (n + Q) = G n.
  Proof.
    intros W n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro L.
    destruct (N.lt_ge_cases n (2 * n0 + 2 * Q + K)) as [A | A]; [auto |].
    apply (same_values _ _ _ _ HG); intros v H; apply value_code_with in H as (m & I & H);
      apply value_code_with; exists m; split; auto.
    - apply down; auto.
    - apply up; auto.
  Qed.
End Law.

(** * The check *)

Definition visit_with (n : nat) (F R : list N) (s : nset) (m : conditional) : nset :=
  let k := N.to_nat (fst (fst m)) in
  match snd m with
  | Any => visit_move n F R s (fst m)
  | Equal => if (k + 2 <=? n)%nat && Nat.even (n - k) then visit 0 s else s
  | _ => if (k <=? n)%nat then visit_pairs (Nat.div2 (n - k - 1)) (tl F) (skipn k R) s else s
  end.

Definition step_with (moves : list conditional) (n : nat) (F R : list N) : option N :=
  smex (S (n + n)) (fold_left (visit_with n F R) moves nempty).

Section Correct.
  Variable G : N -> N.

  Lemma visit_unequal_spec n k c s v :
    c = Unequal \/ c = NotAllEqual -> (N.to_nat k <= n)%nat ->
    nmem v (visit_pairs (Nat.div2 (n - N.to_nat k - 1)) (tl (first G n))
              (skipn (N.to_nat k) (rev (first G n))) s) = true <->
    nmem v s = true \/ value_with G (N.of_nat n) ((k, 2%nat), c) v.
  Proof.
    intros Hc L. set (h := Nat.div2 (n - N.to_nat k - 1)).
    assert (Hh2 : (2 * h <= n - N.to_nat k - 1 < 2 * h + 2)%nat).
    { unfold h. rewrite Nat.div2_div. pose proof (Nat.div_mod_eq (n - N.to_nat k - 1) 2).
      pose proof (Nat.mod_upper_bound (n - N.to_nat k - 1) 2). lia. }
    rewrite visit_heaps_spec by lia.
    assert (Two : forall a b, two c a b <-> a <> b) by (intros; destruct Hc; subst c; reflexivity).
    rewrite value_two. split.
    - intros [H | (j & Hj & ->)]; auto. right.
      exists (N.of_nat j + 1), (N.of_nat n - k - (N.of_nat j + 1)).
      rewrite Two. repeat split; lia.
    - intros [H | (a & b & A & B & T & C & ->)]; auto. right. rewrite Two in C.
      destruct (N.le_gt_cases a b) as [D | D].
      + exists (N.to_nat a - 1)%nat. split; [lia |]. do 2 f_equal; lia.
      + exists (N.to_nat b - 1)%nat. split; [lia |].
        rewrite (N.lxor_comm (G a)). do 2 f_equal; lia.
  Qed.

  Lemma visit_with_spec n m s v :
    sound_with m = true -> simple m = true ->
    nmem v (visit_with n (first G n) (rev (first G n)) s m) = true <->
    nmem v s = true \/ value_with G (N.of_nat n) m v.
  Proof.
    intros So Si. destruct m as [[k i] c].
    assert (C : c = Any \/ i = 2%nat).
    { destruct c; auto; right; now apply Nat.eqb_eq in Si. }
    destruct c; unfold visit_with; cbn [fst snd].
    - rewrite visit_move_spec by exact So. now rewrite value_any.
    - destruct C as [C | ->]; [discriminate |].
      destruct (Nat.leb_spec (N.to_nat k) n) as [L | L]; [apply visit_unequal_spec; auto |].
      split; auto. intros [H | [H _]]; auto. cbn in H. lia.
    - destruct C as [C | ->]; [discriminate |].
      destruct (Nat.leb_spec (N.to_nat k) n) as [L | L]; [apply visit_unequal_spec; auto |].
      split; auto. intros [H | [H _]]; auto. cbn in H. lia.
    - destruct C as [C | ->]; [discriminate |]. rewrite value_two. cbn [two].
      destruct (Nat.leb_spec (N.to_nat k + 2) n) as [L | L]; cbn [andb].
      + destruct (Nat.even (n - N.to_nat k)) eqn:Ev.
        * apply Nat.even_spec in Ev as (h & Eh). rewrite visit_spec. split.
          -- intros [-> | H]; auto. right. exists (N.of_nat h), (N.of_nat h).
             repeat split; try lia. now rewrite N.lxor_nilpotent.
          -- intros [H | (a & b & A & B & T & -> & ->)]; auto. left. apply N.lxor_nilpotent.
        * split; auto. intros [H | (a & b & A & B & T & -> & ->)]; auto. exfalso.
          assert (X : Nat.even (n - N.to_nat k) = true); [| congruence].
          apply Nat.even_spec. exists (N.to_nat b). lia.
      + split; auto. intros [H | (a & b & A & B & T & -> & ->)]; auto. lia.
  Qed.

  Lemma step_with_correct moves n v :
    forallb sound_with moves = true -> forallb simple moves = true ->
    is_grundy (code_with moves) G ->
    step_with moves n (first G n) (rev (first G n)) = Some v -> v = G (N.of_nat n).
  Proof.
    intros So Si HG H. apply smex_spec in H.
    apply (is_mex_unique _ _ _ _ H (grundy_is_mex _ _ HG (N.of_nat n))).
    intro u. rewrite value_code_with. clear H HG.
    assert (X : forall s, nmem u (fold_left (visit_with n (first G n) (rev (first G n))) moves s) = true
                <-> nmem u s = true \/ exists m, In m moves /\ value_with G (N.of_nat n) m u).
    { induction moves as [| m l IH]; intro s; cbn [fold_left].
      - split; auto. intros [H | (m & [] & _)]; auto.
      - cbn in So, Si. apply andb_prop in So as [S1 S2]. apply andb_prop in Si as [T1 T2].
        rewrite IH, visit_with_spec by auto. split.
        + intros [[H | H] | (m' & I & H)]; auto; right; [exists m | exists m']; split; auto;
            [now left | now right].
        + intros [H | (m' & [-> | I] & H)]; auto. right. eauto. }
    rewrite X, nmem_empty. split; [intros [H | H]; [discriminate | auto] | auto].
  Qed.
End Correct.

Definition is_equal (c : condition) : bool := match c with Equal => true | _ => false end.

(** p is the period of the claim, Q a multiple of it that is even where heaps have to be equal. *)
Definition check_with (moves : list conditional) (K p Q n0 : N) : bool :=
  let n1 := N.max n0 1 in
  let B := 2 * n1 + 3 * Q + K in
  forallb sound_with moves && forallb simple moves &&
  forallb (fun m : conditional => fst (fst m) <=? K) moves &&
  (N.even Q || negb (existsb (fun m : conditional => is_equal (snd m)) moves)) && (1 <=? p) &&
  (p <=? Q) &&
  match reversed (step_with moves) (N.to_nat B) with
  | Some (_, R) => agree (N.to_nat (B - p - n0)) R (skipn (N.to_nat p) R) &&
                   agree (N.to_nat (B - Q - n0)) R (skipn (N.to_nat Q) R)
  | None => false
  end.

Theorem with_law moves K p Q n0 :
  check_with moves K p Q n0 = true ->
  forall G, is_grundy (code_with moves) G -> forall n, n0 <= n -> G (n + p) = G n.
Proof.
  unfold check_with. set (n1 := N.max n0 1). set (B := 2 * n1 + 3 * Q + K). intros C G HG.
  apply andb_prop in C as [C R]. apply andb_prop in C as [C Hpq]. apply andb_prop in C as [C Hp].
  apply andb_prop in C as [C Ev]. apply andb_prop in C as [C HK]. apply andb_prop in C as [So Si].
  apply N.leb_le in Hp, Hpq. rewrite forallb_forall in HK.
  destruct (reversed _ (N.to_nat B)) as [[m l] |] eqn:E; [| discriminate].
  apply reversed_correct with (G := G) in E as [-> ->];
    [| intros n v; now apply step_with_correct].
  apply andb_prop in R as [R1 R2].
  assert (W : forall q, q <= Q -> agree (N.to_nat (B - q - n0)) (rev (first G (N.to_nat B)))
                            (skipn (N.to_nat q) (rev (first G (N.to_nat B)))) = true ->
              forall n, n0 <= n -> n < B - q -> G (n + q) = G n).
  { intros q Hq R n L U.
    apply agree_spec with (i := N.to_nat (B - q - 1 - n)) in R; [| lia].
    rewrite nth_skipn, !nth_rev_first in R by lia.
    replace (N.of_nat (N.to_nat B - 1 - N.to_nat (B - q - 1 - n))) with (n + q) in R by lia.
    rewrite R. f_equal. lia. }
  assert (LQ : forall n, n1 <= n -> G (n + Q) = G n).
  { apply (two_heaps_with moves G K Q n1); auto.
    - unfold n1. lia.
    - intros x I. now apply N.leb_le, HK.
    - intros x I. rewrite forallb_forall in Si. auto.
    - intros x I Eq. apply orb_prop in Ev as [Ev | Ev].
      + apply N.even_spec in Ev as (h & ->). exists h. lia.
      + exfalso. apply negb_true_iff in Ev.
        assert (X : existsb (fun m : conditional => is_equal (snd m)) moves = true); [| congruence].
        apply existsb_exists. exists x. split; auto. now rewrite Eq.
    - intros n L U. apply (W Q); auto; [lia | unfold n1 in L; lia | unfold B; lia]. }
  intros n L. destruct (N.lt_ge_cases n n1) as [U | U].
  - apply (W p); auto; unfold B; lia.
  - apply (period_of_multiple G n1 p Q); auto; [lia |].
    intros x Lx Ux. apply (W p); auto; [unfold n1 in Lx; lia | unfold B; lia].
Qed.
