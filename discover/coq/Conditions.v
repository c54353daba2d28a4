(** Taking and breaking into heaps that must be equal or unequal: the law for any number of heaps
    (discover/heaps/theorems/breaking_conditions.py), and the check for at most two, which holds for the
    laws of discover/heaps/theorems/breaking_two_heaps.py too. *)
From Coq Require Import NArith List Lia Bool Arith Permutation.
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

(** One heap or none meets all conditions but that not all are equal. *)
Definition few_allowed (c : condition) : bool := match c with NotAllEqual => false | _ => true end.

Lemma allows_few c o : (length o <= 1)%nat -> allows c o = few_allowed c.
Proof. destruct c, o as [| a [| b o]]; cbn; auto; lia. Qed.

Lemma value_few G n k i c v :
  (i <= 1)%nat -> value_with G n ((k, i), c) v <-> few_allowed c = true /\ value_by G n (k, i) v.
Proof.
  intro Hi. unfold value_with, value_by. cbn [fst snd]. split.
  - intros (L & o & A & P & T & C & E). rewrite allows_few in C by lia. eauto 9.
  - intros (C & L & o & A & P & T & E). split; auto. exists o. rewrite allows_few by lia. auto.
Qed.

(** * Any number of heaps *)

(** The options, as lists of heaps. *)
Definition option_by (n : N) (m : conditional) (o : list N) : Prop :=
  fst (fst m) <= n /\ length o = snd (fst m) /\ nonempty o /\ total o = n - fst (fst m) /\
  allows (snd m) o = true.

Lemma value_option G n m v :
  value_with G n m v <-> exists o, option_by n m o /\ v = xor_list (map G o).
Proof.
  unfold value_with, option_by. split.
  - intros (L & o & A & B & C & D & E). exists o. tauto.
  - intros (o & (L & A & B & C & D) & E). split; auto. exists o. tauto.
Qed.

Lemma option_intro n k i c o :
  k <= n -> length o = i -> nonempty o -> total o = n - k -> allows c o = true ->
  option_by n ((k, i), c) o.
Proof. repeat split; auto. Qed.

Lemma distinct_NoDup o : distinct o = true <-> NoDup o.
Proof.
  induction o as [| a o IH]; cbn [distinct]; [split; auto; constructor |].
  rewrite andb_true_iff, IH, negb_true_iff, <- not_true_iff_false, existsb_In. split.
  - intros [A B]. now constructor.
  - intro H. now inversion_clear H.
Qed.

Lemma all_equal_spec o : all_equal o = true <-> forall a b, In a o -> In b o -> a = b.
Proof.
  destruct o as [| a o]; cbn [all_equal]; [split; auto; easy |].
  rewrite forallb_forall. split.
  - intros H b c B C.
    assert (X : forall d, In d (a :: o) -> a = d)
      by (intros d [<- | D]; auto; now apply N.eqb_eq, H).
    rewrite <- (X b B), <- (X c C). reflexivity.
  - intros H b B. apply N.eqb_eq, H; [now left | now right].
Qed.

Lemma total_repeat a i : total (repeat a i) = N.of_nat i * a.
Proof. induction i as [| i IH]; cbn [repeat total]; lia. Qed.

Lemma all_equal_repeat (o : list N) a : (forall b, In b o -> b = a) -> o = repeat a (length o).
Proof.
  induction o as [| b o IH]; intro H; [reflexivity |]. cbn [length repeat].
  f_equal; [apply H; now left | apply IH; intros; apply H; now right].
Qed.

Lemma map_constant (f : N -> N) (o : list N) v :
  (forall a, In a o -> f a = v) -> map f o = repeat v (length o).
Proof.
  induction o as [| b o IH]; intro H; [reflexivity |]. cbn [length repeat map].
  f_equal; [apply H; now left | apply IH; intros; apply H; now right].
Qed.

Lemma repeat_map (f : N -> N) a i : map f (repeat a i) = repeat (f a) i.
Proof. induction i as [| i IH]; cbn [repeat map]; congruence. Qed.

Lemma xor_repeat_even v i : Nat.Even i -> xor_list (repeat v i) = 0.
Proof.
  intros [j ->]. induction j as [| j IH]; [reflexivity |].
  replace (2 * S j)%nat with (S (S (2 * j))) by lia. cbn [repeat xor_list fold_right].
  unfold xor_list in IH. now rewrite IH, N.lxor_0_r, N.lxor_nilpotent.
Qed.

Lemma quotient_most i d q : (1 <= i)%nat -> q = N.of_nat i * d -> d <= q.
Proof. intros L ->. nia. Qed.

(** A largest heap. *)
Lemma maximum o : o <> [] -> exists l h r, o = l ++ h :: r /\ forall a, In a o -> a <= h.
Proof.
  induction o as [| a o IH]; [easy |]. intros _. destruct o as [| b o].
  - exists [], a, []. split; auto. intros c [<- | []]. lia.
  - destruct IH as (l & h & r & E & M); [easy |]. destruct (N.le_gt_cases a h) as [L | L].
    + exists (a :: l), h, r. split; [now rewrite E |]. intros c [<- | C]; auto.
    + exists [], a, (b :: o). split; auto. intros c [<- | C]; [lia |]. specialize (M c C). lia.
Qed.

Lemma total_most o h : (forall a, In a o -> a <= h) -> total o <= N.of_nat (length o) * h.
Proof.
  induction o as [| a o IH]; intro H; [cbn; lia |]. cbn [total length].
  pose proof (H a (or_introl eq_refl)). pose proof (IH (fun b B => H b (or_intror B))). lia.
Qed.

(** Unequal heaps of which none beyond b can be made smaller by q have few tokens. *)
Definition stuck (b q : N) (o : list N) : Prop :=
  NoDup o /\ forall x, In x o -> b < x -> In (x - q) o.

Lemma stuck_less b q l h r :
  1 <= q -> stuck b q (l ++ h :: r) -> (forall a, In a (l ++ h :: r) -> a <= h) ->
  stuck b q (l ++ r).
Proof.
  intros Hq [D C] M. split; [now apply NoDup_remove in D |]. intros x I L.
  assert (I' : In x (l ++ h :: r)) by (apply in_app_iff in I; apply in_app_iff; cbn; tauto).
  pose proof (C x I' L) as J. pose proof (M x I'). apply in_app_iff in J.
  apply in_app_iff. cbn in J. destruct J as [J | [J | J]]; auto. subst h.
  assert (x - q < x) by lia. lia.
Qed.

Lemma stuck_most b q k o x :
  1 <= q -> length o = k -> stuck b q o -> In x o -> x + q <= b + q * N.of_nat k.
Proof.
  intro Hq. revert o x. induction k as [| k IH]; intros o x E S I; [now destruct o |].
  destruct (N.le_gt_cases x b) as [L | L]; [nia |].
  destruct (maximum o) as (l & h & r & -> & M); [now destruct o |].
  assert (E' : length (l ++ r) = k) by (rewrite app_length in *; cbn in E; lia).
  pose proof (stuck_less _ _ _ _ _ Hq S M) as S'. destruct S as [D C].
  assert (X : forall y, In y (l ++ r) -> y + q <= b + q * N.of_nat k) by (intros; now apply (IH (l ++ r))).
  destruct (in_dec N.eq_dec x (l ++ r)) as [J | J]; [specialize (X x J); lia |].
  pose proof (C x I L) as Y.
  assert (In (x - q) (l ++ r)).
  { assert (x = h).
    { apply in_app_iff in I. cbn in I. destruct I as [I | [I | I]]; auto;
        destruct J; apply in_app_iff; auto. }
    subst x. apply in_app_iff in Y. cbn in Y. apply in_app_iff. destruct Y as [Y | [Y | Y]]; auto. lia. }
  specialize (X _ H). lia.
Qed.

Lemma stuck_total b q k o :
  1 <= q -> length o = k -> stuck b q o ->
  2 * total o <= 2 * N.of_nat k * b + q * (N.of_nat k * (N.of_nat k - 1)).
Proof.
  intro Hq. revert o. induction k as [| k IH]; intros o E S; [destruct o; [cbn; lia | easy] |].
  destruct (maximum o) as (l & h & r & -> & M); [now destruct o |].
  assert (E' : length (l ++ r) = k) by (rewrite app_length in *; cbn in E; lia).
  pose proof (IH _ E' (stuck_less _ _ _ _ _ Hq S M)) as B.
  pose proof (stuck_most b q (Datatypes.S k) _ h Hq E S ltac:(apply in_elt)) as H.
  rewrite total_app in *. cbn [total]. rewrite Nat2N.inj_succ in *.
  set (i := N.of_nat k) in *. clearbody i. clear - B H.
  destruct (N.eq_dec i 0) as [-> | Z]; [lia |].
  replace (N.succ i * (N.succ i - 1)) with (i * (i - 1) + 2 * i) by nia. nia.
Qed.

Section Law.
  Variables (moves : list conditional) (G : N -> N) (K t p Q n0 W : N).
  Hypothesis Hn0 : 1 <= n0.
  Hypothesis Hp : 1 <= p.
  Hypothesis HQ : exists q, 1 <= q /\ Q = p * q.
  Hypothesis Ht : 2 <= t.
  Hypothesis HW : 2 * K + 2 + 2 * t * (n0 + Q - 1) + Q * (t * (t - 1)) <= 2 * W.
  Hypothesis Hmoves : forall k i c, In ((k, i), c) moves -> k <= K /\ N.of_nat i <= t.
  Hypothesis Hsound : forallb sound_with moves = true.
  Hypothesis Hequal : forall k i, In ((k, i), Equal) moves -> (1 <= i)%nat ->
    exists d, Q = N.of_nat i * d /\ (Nat.Even i \/ exists e, d = p * e).
  Hypothesis HG : is_grundy (code_with moves) G.

  Lemma Q_least : p <= Q.
  Proof. destruct HQ as (q & A & ->). nia. Qed.

  (** The larger numbers of tokens that are looked at. *)
  Lemma far_enough : 2 * Q <= Q * (t * (t - 1)).
  Proof. assert (2 <= t * (t - 1)) by nia. nia. Qed.

  Section Step.
    Variable n : N.
    Hypothesis Big : W <= n + Q.
    Hypothesis IH : forall x, n0 <= x -> x + p < n + Q -> G (x + p) = G x.

    Lemma multiple j x : n0 <= x -> x + p * j < n + Q -> G (x + p * j) = G x.
    Proof.
      intro L. induction j as [| j IHj] using N.peano_ind; intro B.
      - now rewrite N.mul_0_r, N.add_0_r.
      - rewrite N.mul_succ_r in *. rewrite N.add_assoc, IH by lia. apply IHj. lia.
    Qed.

    Lemma Q_law x : n0 <= x -> x + Q < n + Q -> G (x + Q) = G x.
    Proof. destruct HQ as (q & _ & E). intros A B. rewrite E. apply multiple; [auto | now rewrite E in B at 1]. Qed.

    Lemma Q_back x : n0 + Q <= x -> x < n + Q -> G (x - Q) = G x.
    Proof. intros A B. rewrite <- (Q_law (x - Q)) by lia. f_equal. lia. Qed.

    Lemma size_of i (o : list N) :
      N.of_nat i <= t -> length o = i -> t * (n0 + Q - 1) < total o ->
      exists l h r, o = l ++ h :: r /\ n0 + Q <= h /\ forall a, In a o -> a <= h.
    Proof.
      intros Li Lo T. destruct (maximum o) as (l & h & r & E & M); [intros ->; now apply N.nlt_0_r in T |].
      exists l, h, r. split; auto. split; auto.
      pose proof (total_most o h M). apply N.nlt_ge. intro.
      assert (N.of_nat (length o) * h <= t * (n0 + Q - 1)) by (apply N.mul_le_mono; lia). lia.
    Qed.

    Lemma smaller_parts m k i c o a :
      In ((k, i), c) moves -> option_by m ((k, i), c) o -> In a o -> a < m.
    Proof.
      intros I (L & A & B & C & D) J. apply (code_with_wf moves Hsound m o a); auto.
      apply In_code_with. exists k, i, c. cbn [fst snd] in *. tauto.
    Qed.

    Lemma same_but_one l (h h' : N) r :
      G h' = G h -> xor_list (map G (l ++ h' :: r)) = xor_list (map G (l ++ h :: r)).
    Proof. intro E. now rewrite !map_app, !map_cons, E. Qed.

    Lemma equal_heaps k i a d :
      In ((k, i), Equal) moves -> n0 <= a -> a + d < n + Q -> Q = N.of_nat i * d ->
      (Nat.Even i \/ exists e, d = p * e) ->
      xor_list (repeat (G (a + d)) i) = xor_list (repeat (G a) i).
    Proof.
      intros I A B E [Ev | (e & ->)]; [now rewrite !xor_repeat_even | now rewrite multiple].
    Qed.

    Lemma up m v : In m moves -> value_with G n m v -> value_with G (n + Q) m v.
    Proof.
      destruct m as [[k i] c]. intros I H. apply value_option in H as (o & O & ->).
      apply value_option. destruct (Hmoves _ _ _ I) as [Lk Lt].
      pose proof (fun a => smaller_parts n k i c o a I) as Sm.
      assert (O' := O). destruct O' as (L & A & B & C & D). cbn [fst snd] in *.
      pose proof far_enough as Far.
      destruct (size_of i o Lt A) as (l & h & r & -> & Hh & M); [nia |].
      assert (Hn : h < n) by (apply (Sm h O), in_elt).
      destruct c; cbn [allows] in D.
      1-3: exists (l ++ (h + Q) :: r); (split; [| symmetry; apply same_but_one, Q_law; lia]);
        (apply option_intro;
         [lia | rewrite app_length in *; exact A | apply (nonempty_replace l h); auto; lia
         | rewrite total_app in *; cbn [total] in *; lia | cbn [allows]]).
      - reflexivity.
      - apply distinct_NoDup. apply distinct_NoDup in D. apply NoDup_remove in D as [D1 D2].
        apply (Permutation_NoDup (Permutation_middle l r (h + Q))).
        constructor; auto. intro J.
        assert (In (h + Q) (l ++ h :: r)) by (apply in_app_iff in J; apply in_app_iff; cbn; tauto).
        specialize (M _ H). pose proof Q_least. lia.
      - apply negb_true_iff, not_true_iff_false. intro X. rewrite all_equal_spec in X.
        apply negb_true_iff, not_true_iff_false in D. apply D, all_equal_spec.
        pose proof Q_least.
        assert (Y : forall a, In a l \/ In a r -> False).
        { intros a Ha. assert (In a (l ++ (h + Q) :: r)) by (apply in_app_iff; cbn; tauto).
          assert (a = h + Q) by (apply X; auto; apply in_elt).
          assert (a <= h) by (apply M, in_app_iff; cbn; tauto). lia. }
        intros a b Ha Hb. apply in_app_iff in Ha, Hb. cbn in Ha, Hb.
        assert (a = h) by (destruct Ha as [? | [? | ?]]; [| now symmetry |]; destruct (Y a); auto).
        assert (b = h) by (destruct Hb as [? | [? | ?]]; [| now symmetry |]; destruct (Y b); auto).
        congruence.
      - assert (Er : l ++ h :: r = repeat h i).
        { rewrite <- A. apply all_equal_repeat. intros b Hb. rewrite all_equal_spec in D.
          apply D; auto. apply in_elt. }
        assert (i1 : (1 <= i)%nat) by (rewrite app_length in A; cbn in A; lia).
        destruct (Hequal k i I i1) as (d & Ed & Alt). rewrite Er, total_repeat in C.
        exists (repeat (h + d) i). split.
        + apply option_intro; [lia | apply repeat_length | | | ].
          * apply Forall_forall. intros b Hb. apply repeat_spec in Hb. lia.
          * rewrite total_repeat, N.mul_add_distr_l. lia.
          * cbn [allows]. apply all_equal_spec. intros a b Ha Hb. apply repeat_spec in Ha, Hb. lia.
        + pose proof (quotient_most i d Q i1 Ed) as Hd.
          rewrite Er, !repeat_map. symmetry. apply (equal_heaps k i h d); auto; lia.
    Qed.

    (** Where unequal heaps can be made smaller. *)
    Lemma not_stuck o :
      NoDup o -> N.of_nat (length o) <= t -> 2 * t * (n0 + Q - 1) + Q * (t * (t - 1)) < 2 * total o ->
      exists l h r, o = l ++ h :: r /\ n0 + Q <= h /\ ~ In (h - Q) o.
    Proof.
      intros D L B.
      destruct (Forall_Exists_dec (fun x => ~ (n0 + Q <= x /\ ~ In (x - Q) o))) with (l := o) as [F | E].
      - intro x. destruct (n0 + Q <=? x) eqn:X; [apply N.leb_le in X | apply N.leb_gt in X; left; lia].
        destruct (in_dec N.eq_dec (x - Q) o); [left; tauto | right; tauto].
      - exfalso. rewrite Forall_forall in F. pose proof Q_least.
        assert (S : stuck (n0 + Q - 1) Q o).
        { split; auto. intros x I X. destruct (in_dec N.eq_dec (x - Q) o); auto.
          destruct (F x I). split; [lia | auto]. }
        pose proof (stuck_total (n0 + Q - 1) Q _ o ltac:(lia) eq_refl S) as T.
        set (i := N.of_nat (length o)) in *.
        assert (i * (i - 1) <= t * (t - 1)) by (apply N.mul_le_mono; lia).
        assert (Q * (i * (i - 1)) <= Q * (t * (t - 1))) by (apply N.mul_le_mono_l; lia).
        assert (2 * i * (n0 + Q - 1) <= 2 * t * (n0 + Q - 1)) by (apply N.mul_le_mono_r; lia). lia.
      - apply Exists_exists in E as (h & I & H).
        assert (H' : n0 + Q <= h /\ ~ In (h - Q) o).
        { destruct (N.le_gt_cases (n0 + Q) h); [| exfalso; apply H; lia].
          split; auto. intro J. apply H. tauto. }
        apply in_split in I as (l & r & ->). exists l, h, r. tauto.
    Qed.

    Lemma down m v : In m moves -> value_with G (n + Q) m v -> value_with G n m v.
    Proof.
      destruct m as [[k i] c]. intros I H. apply value_option in H as (o & O & ->).
      apply value_option. destruct (Hmoves _ _ _ I) as [Lk Lt].
      pose proof (fun a => smaller_parts (n + Q) k i c o a I) as Sm.
      assert (O' := O). destruct O' as (L & A & B & C & D). cbn [fst snd] in *.
      pose proof far_enough as Far. pose proof Q_least as Ql.
      assert (T : 2 * t * (n0 + Q - 1) + Q * (t * (t - 1)) < 2 * total o) by nia.
      assert (Lkn : k <= n) by nia.
      destruct (size_of i o Lt A) as (l & h & r & E & Hh & M); [nia |].
      assert (Hn : h < n + Q) by (apply (Sm h O); rewrite E; apply in_elt).
      assert (One : forall l h r, o = l ++ h :: r -> n0 + Q <= h ->
                    allows c (l ++ (h - Q) :: r) = true ->
                    exists o', option_by n (k, i, c) o' /\ xor_list (map G o) = xor_list (map G o')).
      { clear l h r E Hh M Hn. intros l h r E Hh Al.
        assert (Hn : h < n + Q) by (apply (Sm h O); rewrite E; apply in_elt). subst o.
        exists (l ++ (h - Q) :: r). split; [| symmetry; apply same_but_one, Q_back; lia].
        apply option_intro; auto.
        - rewrite app_length in *; exact A.
        - apply (nonempty_replace l h); auto; lia.
        - rewrite total_app in *; cbn [total] in *; lia. }
      destruct c; cbn [allows] in D.
      - apply (One l h r); auto.
      - clear l h r E Hh M Hn. apply distinct_NoDup in D.
        destruct (not_stuck o D) as (l & h & r & E & Hh & J); [lia | exact T |].
        apply (One l h r); auto. cbn [allows]. apply distinct_NoDup. subst o.
        apply NoDup_remove in D as [D1 D2].
        apply (Permutation_NoDup (Permutation_middle l r (h - Q))).
        constructor; auto. intro X. apply J. apply in_app_iff in X. apply in_app_iff. cbn. tauto.
      - destruct (all_equal (l ++ (h - Q) :: r)) eqn:Al; [| apply (One l h r); auto; cbn; now rewrite Al].
        rewrite all_equal_spec in Al. set (b := h - Q) in *.
        assert (Others : forall a, In a l \/ In a r -> a = b).
        { intros a Ha. apply Al; [apply in_app_iff; cbn; tauto | apply in_elt]. }
        assert (i2 : (2 <= i)%nat).
        { destruct (le_lt_dec 2 i); auto. exfalso. apply negb_true_iff, not_true_iff_false in D.
          apply D, all_equal_spec. intros x y X Y. subst o.
          assert (l = [] /\ r = []) as [-> ->].
          { rewrite app_length in A. cbn in A. destruct l, r; cbn in A; auto; lia. }
          destruct X as [<- | []], Y as [<- | []]. reflexivity. }
        assert (Tb : total o = N.of_nat i * b + Q).
        { subst o. rewrite total_app. cbn [total].
          rewrite (all_equal_repeat l b), (all_equal_repeat r b) by auto.
          rewrite !total_repeat, <- A, app_length. cbn [length].
          replace h with (b + Q) by (unfold b; lia). clearbody b.
          rewrite Nat2N.inj_add, Nat2N.inj_succ. lia. }
        assert (Hb : n0 + Q <= b).
        { apply N.nlt_ge. intro X.
          assert (N.of_nat i * b <= t * (n0 + Q - 1)) by (apply N.mul_le_mono; lia). lia. }
        assert (Eb : forall a, In a o -> G a = G b).
        { intros a Ha. subst o. apply in_app_iff in Ha. cbn in Ha.
          assert (X : a = h \/ a = b) by (destruct Ha as [? | [? | ?]]; auto).
          destruct X as [-> | ->]; auto. symmetry. apply Q_back; lia. }
        exists ((b + Q) :: (b - Q) :: repeat b (i - 2)). split.
        + apply option_intro; cbn [length total]; auto.
          * rewrite repeat_length. lia.
          * repeat constructor; [lia | lia |]. apply Forall_forall. intros x X.
            apply repeat_spec in X. lia.
          * assert (Ei : N.of_nat i = N.of_nat (i - 2) + 2) by lia.
            rewrite Ei, N.mul_add_distr_r in Tb. rewrite total_repeat. lia.
          * cbn [allows]. apply negb_true_iff, not_true_iff_false. rewrite all_equal_spec. intro X.
            assert (b + Q = b - Q) by (apply X; cbn; auto). lia.
        + rewrite (map_constant G o (G b)) by exact Eb.
          rewrite (map_constant G _ (G b)).
          * cbn [length]. rewrite repeat_length, A. do 2 f_equal. lia.
          * intros a [<- | [<- | X]]; [| | apply repeat_spec in X; now subst].
            -- replace (b + Q) with h by lia. symmetry. apply Q_back; lia.
            -- apply Q_back; lia.
      - assert (Er : o = repeat h i).
        { rewrite <- A. apply all_equal_repeat. intros b Hb. rewrite all_equal_spec in D.
          apply D; auto. rewrite E. apply in_elt. }
        assert (i1 : (1 <= i)%nat) by (rewrite E, app_length in A; cbn in A; lia).
        destruct (Hequal k i I i1) as (d & Ed & Alt). rewrite Er, total_repeat in C.
        pose proof (quotient_most i d Q i1 Ed) as Hd.
        exists (repeat (h - d) i). split.
        + apply option_intro; [lia | apply repeat_length | | | ].
          * apply Forall_forall. intros b Hb. apply repeat_spec in Hb. lia.
          * rewrite total_repeat, N.mul_sub_distr_l. lia.
          * cbn [allows]. apply all_equal_spec. intros a b Ha Hb. apply repeat_spec in Ha, Hb. lia.
        + rewrite Er, !repeat_map. rewrite <- (equal_heaps k i (h - d) d); auto; try lia.
          do 3 f_equal. lia.
    Qed.
  End Step.

(** Let moves remove at most K tokens and leave at most t >= 2 heaps, pairwise unequal, not all
    equal, or all equal where they have to. Let n0 >= 1, and Q a multiple of p, of i*p for odd i and
    of i for even i, where i heaps have to be equal. Let W = K + 1 + t*(n0 + Q - 1) + Q*t*(t - 1)/2.
    If G(n + p) = G(n) for n0 <= n < W - p, then for all n >= n0. *)
  Theorem heaps_with_conditions :
    (forall n, n0 <= n -> n + p < W -> G (n + p) = G n) ->
    forall n, n0 <= n -> G (n + p) = G n.
  Proof.
    intros Wn n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro L.
    destruct (N.lt_ge_cases (n + p) W) as [A | A]; [auto |].
    pose proof Q_least as Ql. pose proof far_enough as Far. destruct HQ as (q & Hq & EQ).
    assert (Bn : n0 + 2 * Q <= n + p) by nia.
    assert (R : forall x, n0 <= x -> x + p < n + p - Q + Q -> G (x + p) = G x).
    { intros x Lx Bx. apply IH; lia. }
    assert (E : G (n + p - Q + Q) = G (n + p - Q)).
    { apply (same_values _ _ _ _ HG); intros v H; apply value_code_with in H as (m & I & H);
        apply value_code_with; exists m; split; auto.
      - apply down; auto. lia.
      - apply up; auto. lia. }
    replace (n + p - Q + Q) with (n + p) in E by lia. rewrite E.
    assert (Bg : W <= n + p - Q + Q) by lia.
    assert (Er : exists r, q = 1 + r) by (exists (q - 1); lia). destruct Er as (r & ->).
    rewrite <- (multiple (n + p - Q) Bg R r); [f_equal; lia | lia | lia].
  Qed.
End Law.

(** * The check *)

Definition visit_with (n : nat) (F R : list N) (s : nset) (m : conditional) : nset :=
  let k := N.to_nat (fst (fst m)) in
  if (snd (fst m) <=? 1)%nat then if few_allowed (snd m) then visit_move n F R s (fst m) else s
  else match snd m with
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
    sound_with m = true -> (snd (fst m) <= 2)%nat ->
    nmem v (visit_with n (first G n) (rev (first G n)) s m) = true <->
    nmem v s = true \/ value_with G (N.of_nat n) m v.
  Proof.
    intros So Si. destruct m as [[k i] c].
    unfold visit_with. cbn [fst snd] in *. destruct (Nat.leb_spec i 1) as [Few | Two].
    { rewrite value_few by exact Few. destruct (few_allowed c).
      - rewrite visit_move_spec by exact So. tauto.
      - split; auto. intros [H | [H _]]; [exact H | discriminate]. }
    assert (C : c = Any \/ i = 2%nat) by (right; lia).
    destruct c.
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

  Definition at_most_two (m : conditional) : bool := (snd (fst m) <=? 2)%nat.

  Lemma step_with_correct moves n v :
    forallb sound_with moves = true -> forallb at_most_two moves = true ->
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
        apply Nat.leb_le in T1.
        rewrite IH, visit_with_spec by auto. split.
        + intros [[H | H] | (m' & I & H)]; auto; right; [exists m | exists m']; split; auto;
            [now left | now right].
        + intros [H | (m' & [-> | I] & H)]; auto. right. eauto. }
    rewrite X, nmem_empty. split; [intros [H | H]; [discriminate | auto] | auto].
  Qed.
End Correct.

(** * A value that few pairs show

    Few pairs give all smaller values nearly always; that no pair gives the value itself is seen
    without a set. *)

Fixpoint pairs_give (k : nat) (v : N) (l m : list N) : bool :=
  match k, l, m with
  | S k, x :: l, y :: m => if N.lxor x y =? v then true else pairs_give k v l m
  | _, _, _ => false
  end.

Lemma pairs_give_spec k v l m s :
  nmem v (visit_pairs k l m s) = true <-> pairs_give k v l m = true \/ nmem v s = true.
Proof.
  revert l m s. induction k as [| k IH]; intros l m s; cbn [visit_pairs pairs_give].
  - intuition discriminate.
  - destruct l as [| x l], m as [| y m]; try (intuition discriminate).
    rewrite IH, visit_spec. destruct (N.eqb_spec (N.lxor x y) v) as [<- | D]; [tauto |].
    split; [intros [H | [H | H]]; auto; congruence | tauto].
Qed.

Lemma fewer_pairs_give j k v l m :
  (j <= k)%nat -> pairs_give j v l m = true -> pairs_give k v l m = true.
Proof.
  revert k l m. induction j as [| j IH]; intros k l m L; [discriminate |].
  destruct k as [| k]; [lia |]. destruct l as [| x l], m as [| y m]; cbn [pairs_give]; auto.
  destruct (N.lxor x y =? v); auto. apply IH. lia.
Qed.

(** The pairs of a move: how many, and the other heaps; none of a move to one heap or none, and of
    one to equal heaps. *)
Definition pairs_of (n : nat) (R : list N) (m : conditional) : option (nat * list N) :=
  let k := N.to_nat (fst (fst m)) in
  if (snd (fst m) <=? 1)%nat || negb (k <=? n)%nat then None
  else match snd m with
       | Any => if (snd (fst m) =? 2)%nat then Some (Nat.div2 (n - k), skipn k R) else None
       | Equal => None
       | _ => Some (Nat.div2 (n - k - 1), skipn k R)
       end.

Lemma pairs_of_spec n F R m s :
  visit_with n F R s m =
  match pairs_of n R m with
  | Some (h, l) => visit_pairs h (tl F) l s
  | None => visit_with n F R s m
  end.
Proof.
  destruct m as [[k i] c]. unfold pairs_of, visit_with. cbn [fst snd].
  destruct (i <=? 1)%nat; cbn [orb]; auto. destruct (N.to_nat k <=? n)%nat eqn:L; cbn [negb]; auto.
  destruct c; auto. destruct (Nat.eqb_spec i 2) as [-> |]; auto.
  unfold visit_move. cbn [fst snd]. now rewrite L.
Qed.

Definition near : nat := 64.

Definition visit_few (n : nat) (F R : list N) (s : nset) (m : conditional) : nset :=
  match pairs_of n R m with
  | Some (h, l) => visit_pairs (Nat.min near h) (tl F) l s
  | None => visit_with n F R s m
  end.

Definition gives (n : nat) (F R : list N) (v : N) (m : conditional) : bool :=
  match pairs_of n R m with
  | Some (h, l) => pairs_give h v (tl F) l
  | None => nmem v (visit_with n F R nempty m)
  end.

Definition step_few (moves : list conditional) (n : nat) (F R : list N) : option N :=
  match smex (S (n + n)) (fold_left (visit_few n F R) moves nempty) with
  | Some v => if existsb (gives n F R v) moves then step_with moves n F R else Some v
  | None => step_with moves n F R
  end.

Lemma step_few_correct G moves n v :
  forallb sound_with moves = true -> forallb at_most_two moves = true ->
  is_grundy (code_with moves) G ->
  step_few moves n (first G n) (rev (first G n)) = Some v -> v = G (N.of_nat n).
Proof.
  intros So Si HG H. unfold step_few in H. set (F := first G n) in *.
  destruct (smex _ _) as [w |] eqn:E; [| now apply step_with_correct in H].
  destruct (existsb _ _) eqn:X; [now apply step_with_correct in H |]. injection H as ->.
  apply smex_spec in E as [_ E].
  assert (Each : forall m, In m moves -> forall u s,
    nmem u (visit_with n F (rev F) s m) = true <-> nmem u s = true \/ value_with G (N.of_nat n) m u).
  { rewrite forallb_forall in So, Si. intros m I u s. apply visit_with_spec; [now apply So |].
    now apply Nat.leb_le, Si. }
  assert (Few : forall l, (forall m, In m l -> In m moves) -> forall u s,
    nmem u (fold_left (visit_few n F (rev F)) l s) = true ->
    nmem u s = true \/ exists m, In m l /\ value_with G (N.of_nat n) m u).
  { induction l as [| m l IH]; intros Sub u s I; cbn [fold_left] in I; auto.
    apply IH in I; [| intros; apply Sub; now right].
    destruct I as [I | (m' & J & I)]; [| right; exists m'; split; [now right | exact I]].
    assert (Y : nmem u (visit_with n F (rev F) s m) = true).
    { unfold visit_few in I. rewrite pairs_of_spec. destruct (pairs_of _ _ m) as [[h r] |]; auto.
      apply pairs_give_spec in I as [I | I]; apply pairs_give_spec; auto. left.
      revert I. apply fewer_pairs_give. lia. }
    apply Each in Y as [Y | Y]; auto; [| apply Sub; now left].
    right. exists m. split; [now left | exact Y]. }
  refine (is_mex_unique (value_of (code_with moves) G (N.of_nat n)) _ _ _ _
            (grundy_is_mex _ _ HG (N.of_nat n)) (fun u => iff_refl _)). split.
  - rewrite value_code_with. intros (m & I & V). rewrite <- not_true_iff_false in X. apply X.
    apply existsb_exists. exists m. split; auto. unfold gives.
    assert (Y : nmem v (visit_with n F (rev F) nempty m) = true) by (apply Each; auto).
    rewrite pairs_of_spec in Y. destruct (pairs_of _ _ m) as [[h r] |]; auto.
    apply pairs_give_spec in Y as [Y | Y]; auto. now rewrite nmem_empty in Y.
  - intros u L. rewrite value_code_with. apply E in L. apply Few in L as [L | L]; auto.
    now rewrite nmem_empty in L.
Qed.

(** Where i heaps have to be equal, i divides Q, and Q/i is a multiple of p or i is even. *)
Definition fits (p Q : N) (m : conditional) : bool :=
  let i := N.of_nat (snd (fst m)) in
  match snd m with
  | Equal => (i =? 0) || (Q mod i =? 0) && (N.even i || ((Q / i) mod p =? 0))
  | _ => true
  end.

Lemma fits_spec moves p Q :
  1 <= p -> forallb (fits p Q) moves = true ->
  forall k i, In ((k, i), Equal) moves -> (1 <= i)%nat ->
    exists d, Q = N.of_nat i * d /\ (Nat.Even i \/ exists e, d = p * e).
Proof.
  intros Hp H k i I L. rewrite forallb_forall in H. specialize (H _ I). unfold fits in H.
  cbn [fst snd] in H. apply orb_prop in H as [H | H]; [apply N.eqb_eq in H; lia |].
  apply andb_prop in H as [H A]. apply N.eqb_eq in H. exists (Q / N.of_nat i). split.
  - pose proof (N.div_mod Q (N.of_nat i)). lia.
  - apply orb_prop in A as [A | A].
    + left. apply N.even_spec in A as (h & A). exists (N.to_nat h). lia.
    + right. apply N.eqb_eq in A. exists (Q / N.of_nat i / p).
      pose proof (N.div_mod (Q / N.of_nat i) p). lia.
Qed.

(** p is the period of the claim, K and t are the most tokens and heaps. *)
Definition terms (t K Q n1 : N) : N := K + 1 + t * (n1 + Q - 1) + Q * (t * (t - 1) / 2).

Definition bounds (moves : list conditional) (t K p Q : N) : bool :=
  forallb sound_with moves &&
  forallb (fun m : conditional => (fst (fst m) <=? K) && (N.of_nat (snd (fst m)) <=? t)) moves &&
  forallb (fits p Q) moves && (1 <=? p) && (2 <=? t) && (1 <=? Q) && (Q mod p =? 0).

Lemma law_from moves t K p Q n0 G :
  bounds moves t K p Q = true -> is_grundy (code_with moves) G ->
  (forall n, n0 <= n -> n + p < terms t K Q (N.max n0 1) -> G (n + p) = G n) ->
  forall n, n0 <= n -> G (n + p) = G n.
Proof.
  unfold bounds, terms. set (n1 := N.max n0 1). intros C HG W.
  apply andb_prop in C as [C Hm]. apply andb_prop in C as [C HQ]. apply andb_prop in C as [C Ht].
  apply andb_prop in C as [C Hp]. apply andb_prop in C as [C Fi]. apply andb_prop in C as [So HK].
  apply N.leb_le in HQ, Ht, Hp. apply N.eqb_eq in Hm. rewrite forallb_forall in HK.
  assert (HT : t * (t - 1) = 2 * (t * (t - 1) / 2)).
  { pose proof (N.div_mod (t * (t - 1)) 2 ltac:(lia)) as D.
    assert (E : N.even (t * (t - 1)) = true).
    { destruct (N.even t) eqn:E; [now rewrite N.even_mul, E |].
      rewrite N.even_mul, N.even_sub by lia. rewrite E. reflexivity. }
    apply N.even_spec in E as (h & E). rewrite E in *.
    rewrite (N.mul_comm 2 h), N.div_mul; lia. }
  assert (EQ : Q = p * (Q / p)) by (pose proof (N.div_mod Q p); lia).
  assert (Big : n1 + p <= K + 1 + t * (n1 + Q - 1) + Q * (t * (t - 1) / 2)).
  { assert (1 <= Q / p) by (apply N.div_le_lower_bound; [lia |]; apply N.nlt_ge; intro X;
      rewrite N.mod_small in Hm; lia).
    assert (p <= Q) by nia. assert (n1 + Q <= t * (n1 + Q - 1) + Q) by nia.
    assert (1 <= t * (t - 1) / 2) by nia. nia. }
  intros n L. destruct (N.lt_ge_cases n n1) as [U | U]; [apply W; auto; lia |].
  apply (heaps_with_conditions moves G K t p Q n1 (terms t K Q n1)); auto; unfold terms.
  - unfold n1. lia.
  - exists (Q / p). split; [| exact EQ]. apply N.nlt_ge. intro. assert (Q / p = 0) by lia. lia.
  - set (T := t * (t - 1) / 2) in *. rewrite HT. lia.
  - intros k i c I. apply HK, andb_prop in I as [A B]. now apply N.leb_le in A, B.
  - now apply fits_spec.
  - intros x Lx Ux. apply W; auto. lia.
Qed.

(** At most two heaps. *)
Definition check_with (moves : list conditional) (K p Q n0 : N) : bool :=
  let B := terms 2 K Q (N.max n0 1) in
  bounds moves 2 K p Q && forallb at_most_two moves &&
  match reversed (step_few moves) (N.to_nat B) with
  | Some (_, R) => agree (N.to_nat (B - p - n0)) R (skipn (N.to_nat p) R)
  | None => false
  end.

Theorem with_law moves K p Q n0 :
  check_with moves K p Q n0 = true ->
  forall G, is_grundy (code_with moves) G -> forall n, n0 <= n -> G (n + p) = G n.
Proof.
  unfold check_with. set (B := terms 2 K Q (N.max n0 1)). intros C G HG.
  apply andb_prop in C as [C R]. apply andb_prop in C as [C Si].
  assert (So : forallb sound_with moves = true).
  { unfold bounds in C. now repeat (apply andb_prop in C as [C _]). }
  destruct (reversed _ (N.to_nat B)) as [[m l] |] eqn:E; [| discriminate].
  apply reversed_correct with (G := G) in E as [-> ->];
    [| intros n v; now apply step_few_correct].
  apply (law_from moves 2 K p Q); auto. exact (agree_law _ _ _ _ R).
Qed.
