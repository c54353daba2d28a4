(** Misère quotients as data: finite commutative monoids given by a table, the classes of heaps, and
    one set of answers a class (discover/misere/patterns/quotient.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate TakeAndBreak Misere.
Import ListNotations.
Local Open Scope N_scope.

(** [classes]: those of the heaps 0, 1, 2, ...; that of heap 0, no heap, is the identity, 0. *)
Definition product (table : list (list N)) (a b : N) : N :=
  nth (N.to_nat b) (nth (N.to_nat a) table []) 0.
Definition quotient_class (table : list (list N)) (classes : list N) (p : N) (sum : list N) : N :=
  fold_right (product table) 0 (map (repeated 0 classes p) sum).

(** What a law says of a sum: its class is one of the lost ones. *)
Definition lost_by (table : list (list N)) (bad classes : list N) (p : N) (sum : list N) : bool :=
  among (quotient_class table classes p sum) bad.

Lemma In_upto_0 m x : In x (upto (N.to_nat m) 0) <-> x < m.
Proof. rewrite In_upto. lia. Qed.

Lemma nth_upto k a i d : (i < k)%nat -> nth i (upto k a) d = a + N.of_nat i.
Proof.
  revert a i. induction k as [| k IH]; intros a i L; [lia |].
  destruct i as [| i]; cbn [upto nth]; [lia |]. rewrite IH; lia.
Qed.

(** * Sets of classes as numbers *)

Definition mask (m : N) (f : N -> bool) : N :=
  fold_right (fun c s => if f c then N.setbit s c else s) 0 (upto (N.to_nat m) 0).

Lemma testbit_mask m f c : N.testbit (mask m f) c = (c <? m) && f c.
Proof.
  unfold mask.
  assert (H : forall l, N.testbit (fold_right (fun c s => if f c then N.setbit s c else s) 0 l) c
                        = among c l && f c).
  { induction l as [| x l IH]; cbn; [reflexivity |].
    destruct (N.eqb_spec c x) as [E | D]; cbn; [subst x |].
    - destruct (f c) eqn:E; [now rewrite N.setbit_eq |]. rewrite IH. apply andb_false_r.
    - destruct (f x); [rewrite N.setbit_neq by auto |]; exact IH. }
  rewrite H. f_equal. apply eq_true_iff_eq. unfold among. rewrite existsb_In, In_upto_0.
  symmetry. apply N.ltb_lt.
Qed.

Definition unite (f : list N -> N) (options : list (list N)) : N :=
  fold_right (fun o s => N.lor (f o) s) 0 options.

Lemma testbit_unite f options c :
  N.testbit (unite f options) c = existsb (fun o => N.testbit (f o) c) options.
Proof.
  induction options as [| o l IH]; [reflexivity |].
  cbn [unite fold_right existsb]. now rewrite N.lor_spec, <- IH.
Qed.

(** * The conditions on the table *)

Fixpoint each_once (l : list N) : list N :=
  match l with [] => [] | x :: l => if among x l then each_once l else x :: each_once l end.

Lemma In_each_once l x : In x (each_once l) <-> In x l.
Proof.
  induction l as [| y l IH]; cbn; [easy |]. destruct (among y l) eqn:E; cbn; rewrite IH.
  - apply existsb_In in E. split; auto. intros [-> | I]; auto.
  - easy.
Qed.

Definition below_all (m : N) (P : N -> bool) : bool := all_from 0 m P.

Lemma below_all_spec m P : below_all m P = true -> forall a, a < m -> P a = true.
Proof. intros H a L. apply (all_from_spec 0 m P H); lia. Qed.

Section Data.
  Variable table : list (list N).
  Variables bad classes answers : list N.
  Variable p : N.

  Definition order : N := N.of_nat (length table).
  Definition flat : tmap := table_of (concat table).
  Definition class : N -> N := repeated 0 classes p.
  Definition answer (q c : N) : Prop := N.testbit (nth (N.to_nat q) answers 0) c = true.
  Definition el (q : N) : Prop := q < order.

  Definition shaped : bool :=
    forallb (fun row => (N.of_nat (length row) =? order) && forallb (fun c => c <? order) row) table
    && forallb (fun c => c <? order) classes && (1 <=? order) && negb (among 0 bad).

  (** The product, looked up; and a commutative monoid, as far as it is needed. *)
  Definition times (T : tmap) (m a b : N) : N := look T (a * m + b).

  Definition monoid (T : tmap) (m : N) (generators : list N) : bool :=
    below_all m (fun a => times T m 0 a =? a) &&
    below_all m (fun a => below_all m (fun b => times T m a b =? times T m b a)) &&
    forallb (fun g => below_all m (fun a =>
      let ga := times T m g a in
      below_all m (fun b => times T m ga b =? times T m g (times T m a b)))) generators.

  (** Conditions 4 and 5 of Theorem 1. *)
  Definition promises (T E : tmap) (m : N) (generators : list N) : bool :=
    forallb (fun g =>
      let in_g := look E g in
      below_all m (fun a =>
        let in_a := look E a in
        let in_ga := look E (times T m g a) in
        below_all m (fun c =>
          if N.testbit in_ga c
          then N.testbit in_a (times T m g c) || N.testbit in_g (times T m a c) else true)))
      generators &&
    below_all m (fun q => among q bad || N.testbit (look E q) 0).

  (** Condition 2 and 3 of the heap n, and that it has the class 0 if it is terminal. *)
  Definition heap_holds (options : rule) (T C E L : tmap) (m last n : N) : bool :=
    let at_heap h := look C (place last p h) in
    let q := at_heap n in
    match options n with
    | [] => q =? 0
    | os =>
        let won := unite (fun o => look L (fold_right (fun h => times T m (at_heap h)) 0 o)) os in
        (N.land won (look L q) =? 0) && (N.ldiff (N.land (look E q) (N.ones m)) won =? 0)
    end.

  Definition lost_masks (T : tmap) (m : N) : tmap :=
    table_of (map (fun a => mask m (fun c => among (times T m a c) bad)) (upto (N.to_nat m) 0)).

  (** All of it, for the heaps below [stop]. *)
  Definition check_quotient (options : rule) (stop : N) : bool :=
    let m := order in
    let T := flat in
    let E := table_of answers in
    let generators := each_once classes in
    shaped && monoid T m generators && promises T E m generators &&
    let C := table_of classes in
    let L := lost_masks T m in
    let last := N.of_nat (length classes) in
    all_from 0 stop (heap_holds options T C E L m last).

  (** * What follows *)

  Lemma flat_spec a b :
    shaped = true -> a < order -> b < order -> times flat order a b = product table a b.
  Proof.
    unfold shaped. rewrite !andb_true_iff, !forallb_forall. intros [[[R _] _] _] La Lb.
    unfold times, flat, product, order in *. rewrite look_table_of.
    set (m := N.of_nat (length table)) in *.
    assert (Rows : forall row, In row table -> length row = N.to_nat m).
    { intros row I. apply R in I. apply andb_prop in I as [I _]. apply N.eqb_eq in I. lia. }
    replace (N.to_nat (a * m + b)) with (N.to_nat a * N.to_nat m + N.to_nat b)%nat by lia.
    assert (Lb' : (N.to_nat b < N.to_nat m)%nat) by lia.
    revert Rows Lb'. generalize (N.to_nat m) (N.to_nat a) (N.to_nat b). clear.
    induction table as [| row t IH]; intros m a b Rows L; cbn [concat].
    - now destruct (a * m + b)%nat, a, b.
    - assert (length row = m) by (apply Rows; now left).
      destruct a as [| a].
      + cbn. rewrite app_nth1; auto. lia.
      + rewrite app_nth2 by lia. cbn [nth]. rewrite <- (IH m a b); auto.
        * f_equal. lia.
        * intros r I. apply Rows. now right.
  Qed.

  Hypothesis Shaped : shaped = true.
  Let T := flat.
  Let gens := each_once classes.

  Lemma shapes :
    (forall row, In row table -> N.of_nat (length row) = order) /\
    (forall row c, In row table -> In c row -> c < order) /\
    (forall c, In c classes -> c < order) /\ 1 <= order /\ among 0 bad = false.
  Proof.
    unfold shaped in Shaped. rewrite !andb_true_iff, !forallb_forall in Shaped.
    destruct Shaped as [[[R C] O] B]. repeat split.
    - intros row I. apply R, andb_prop in I as [I _]. now apply N.eqb_eq.
    - intros row c I J. apply R, andb_prop in I as [_ I]. rewrite forallb_forall in I.
      now apply N.ltb_lt, I.
    - intros c I. now apply N.ltb_lt, C.
    - now apply N.leb_le.
    - now apply negb_true_iff.
  Qed.

  Lemma el_product a b : el a -> el b -> el (product table a b).
  Proof.
    unfold el. intros La Lb. destruct shapes as (Len & Ent & _).
    assert (I : In (nth (N.to_nat a) table []) table) by (apply nth_In; unfold order in La; lia).
    apply (Ent _ _ I). apply nth_In. specialize (Len _ I). lia.
  Qed.

  Lemma el_zero : el 0.
  Proof. destruct shapes as (_ & _ & _ & O & _). unfold el. lia. Qed.

  Lemma looked_up a b : el a -> el b -> times T order a b = product table a b.
  Proof. intros. now apply flat_spec. Qed.

  Hint Resolve el_product el_zero : core.

  Lemma el_class n : el (class n).
  Proof.
    unfold el, class, repeated. destruct shapes as (_ & _ & C & O & _).
    destruct (nth_in_or_default (N.to_nat (place (N.of_nat (length classes)) p n)) classes 0)
      as [I | ->]; [now apply C | lia].
  Qed.

  Hint Resolve el_class : core.

  Lemma look_class n : look (table_of classes) (place (N.of_nat (length classes)) p n) = class n.
  Proof. apply look_table_of. Qed.

  Lemma class_generates n : class n = 0 \/ In (class n) gens.
  Proof.
    unfold class, repeated, gens.
    destruct (nth_in_or_default (N.to_nat (place (N.of_nat (length classes)) p n)) classes 0)
      as [I | E]; [right; now apply In_each_once | now left].
  Qed.

  Lemma el_gens g : In g gens -> el g.
  Proof. intro I. apply (proj1 (In_each_once _ _)) in I. destruct shapes as (_ & _ & C & _). now apply C. Qed.

  Hypothesis Monoid : monoid T order gens = true.

  Lemma product_one a : el a -> product table 0 a = a.
  Proof.
    intro La. unfold monoid in Monoid. rewrite !andb_true_iff in Monoid.
    destruct Monoid as [[O _] _]. apply below_all_spec with (a := a) in O; auto.
    apply N.eqb_eq in O. now rewrite looked_up in O by auto.
  Qed.

  Lemma product_comm a b : el a -> el b -> product table a b = product table b a.
  Proof.
    intros La Lb. unfold monoid in Monoid. rewrite !andb_true_iff in Monoid.
    destruct Monoid as [[_ C] _]. apply below_all_spec with (a := a) in C; auto.
    apply below_all_spec with (a := b) in C; auto. apply N.eqb_eq in C.
    now rewrite !looked_up in C by auto.
  Qed.

  Lemma product_assoc n a b : el a -> el b ->
    product table (product table (class n) a) b = product table (class n) (product table a b).
  Proof.
    intros La Lb. destruct (class_generates n) as [-> | I].
    - now rewrite !product_one by auto.
    - assert (Lg := el_gens _ I). unfold monoid in Monoid. rewrite !andb_true_iff in Monoid.
      destruct Monoid as [_ A]. rewrite forallb_forall in A. specialize (A _ I). cbn in A.
      apply below_all_spec with (a := a) in A; auto.
      apply below_all_spec with (a := b) in A; auto. apply N.eqb_eq in A.
      rewrite !looked_up in A by (rewrite ?looked_up; auto). exact A.
  Qed.

  Hypothesis Promises : promises T (table_of answers) order gens = true.

  Lemma look_answer q c : N.testbit (look (table_of answers) q) c = true <-> answer q c.
  Proof. now rewrite look_table_of. Qed.

  Lemma answer_in_a_part a n c : el a -> el c ->
    answer (product table (class n) a) c ->
    answer a (product table (class n) c) \/ answer (class n) (product table a c).
  Proof.
    intros La Lc H. destruct (class_generates n) as [E | I].
    - rewrite E, product_one in H by auto. left. now rewrite E, product_one.
    - assert (Lg := el_gens _ I). unfold promises in Promises. rewrite andb_true_iff in Promises.
      destruct Promises as [A _]. rewrite forallb_forall in A. specialize (A _ I). cbn in A.
      apply below_all_spec with (a := a) in A; auto.
      apply below_all_spec with (a := c) in A; auto.
      rewrite !looked_up in A by auto. apply look_answer in H. rewrite H in A.
      apply orb_prop in A. now rewrite !look_answer in A.
  Qed.

  Lemma answer_of_won q : el q -> among q bad = false -> answer q 0.
  Proof.
    intros Lq B. unfold promises in Promises. rewrite andb_true_iff in Promises.
    destruct Promises as [_ A]. apply below_all_spec with (a := q) in A; auto.
    rewrite B in A. now apply look_answer.
  Qed.

  (** What is checked of a heap. *)
  Definition is_bad (q : N) : bool := among q bad.
  Definition options_hold (options : rule) (q : N) (n : N) : Prop :=
    forall c, el c ->
      (wins options N (product table) is_bad class n c -> is_bad (product table q c) = false) /\
      (answer q c -> wins options N (product table) is_bad class n c).
  Definition holds (options : rule) (n : N) : Prop :=
    (options n = [] -> class n = 0) /\ (options n <> [] -> options_hold options (class n) n).

  Let m := order.
  Let L := lost_masks T m.
  Let C := table_of classes.
  Let E := table_of answers.
  Let last := N.of_nat (length classes).

  Lemma look_lost q c : el q -> N.testbit (look L q) c = (c <? order) && is_bad (times T order q c).
  Proof.
    intro Lq. unfold L, lost_masks. rewrite look_table_of.
    rewrite (nth_indep _ 0 (mask m (fun c => among (times T m 0 c) bad)));
      [| rewrite map_length, length_upto; unfold el, m in *; lia].
    rewrite (map_nth (fun a => mask m (fun c => among (times T m a c) bad))).
    rewrite nth_upto by (unfold el, m in *; lia).
    replace (0 + N.of_nat (N.to_nat q)) with q by lia. now rewrite testbit_mask.
  Qed.

  Lemma product_looked o c : el c ->
    fold_right (fun h => times T m (look C (place last p h))) c o =
    beside N (product table) class o c /\ el (beside N (product table) class o c).
  Proof.
    intro Lc. induction o as [| h o [IH K]]; cbn [fold_right beside]; [auto |].
    rewrite IH. rewrite (look_class h : look C (place last p h) = _).
    rewrite (looked_up : forall a b, _ -> _ -> times T m a b = _) by auto. auto.
  Qed.

  Lemma heap_holds_spec options n :
    heap_holds options T C E L m last n = true -> holds options n.
  Proof.
    unfold heap_holds, holds. rewrite (look_class n : look C (place last p n) = _).
    destruct (options n) as [| o0 os] eqn:O; intro H.
    - split; [intros _; now apply N.eqb_eq | easy].
    - split; [easy |]. intros _. rewrite <- O in H. set (won := unite _ _) in H.
      apply andb_prop in H as [H2 H3]. apply N.eqb_eq in H2, H3.
      assert (W : forall c, el c ->
                (N.testbit won c = true <-> wins options N (product table) is_bad class n c)).
      { intros c Lc. unfold won. rewrite testbit_unite, existsb_exists. unfold wins.
        assert (Same : forall o,
          N.testbit (look L (fold_right (fun h => times T m (look C (place last p h))) 0 o)) c =
          is_bad (beside N (product table) class o c)).
        { intro o. destruct (product_looked o 0) as [-> K]; auto.
          rewrite look_lost by auto. rewrite (proj2 (N.ltb_lt c order) Lc). cbn [andb].
          f_equal. rewrite looked_up by auto. symmetry.
          apply (beside_mul N el (product table) 0 class (fun _ => True));
            auto using product_one, product_assoc, Forall_forall.
          apply Forall_forall. auto. }
        split; intros (o & I & B); exists o; split; auto; now rewrite Same in *. }
      intros c Lc. split.
      + intro B. apply W in B; auto.
        assert (Z : N.testbit (N.land won (look L (class n))) c = false) by now rewrite H2, N.bits_0.
        rewrite N.land_spec, B in Z. cbn [andb] in Z. rewrite look_lost in Z by auto.
        rewrite (proj2 (N.ltb_lt c order) Lc) in Z. cbn [andb] in Z.
        now rewrite looked_up in Z by auto.
      + intro A. apply W; auto. apply look_answer in A. fold E in A.
        assert (Z : N.testbit (N.ldiff (N.land (look E (class n)) (N.ones m)) won) c = false)
          by now rewrite H3, N.bits_0.
        rewrite N.ldiff_spec, N.land_spec, A, N.ones_spec_low in Z by exact Lc. cbn in Z.
        now apply negb_false_iff in Z.
  Qed.

  Lemma sum_class x : class_of_sum N (product table) 0 class x = quotient_class table classes p x.
  Proof.
    unfold class_of_sum, quotient_class. induction x as [| h x IH]; cbn; [auto | now rewrite IH].
  Qed.

  (** The law, of the sums of heaps of which the conditions hold. *)
  Section Decided.
    Variable options : rule.
    Variable lost : list N -> bool.
    Variable good : N -> Prop.
    Hypothesis wf : well_founded options.
    Hypothesis H : is_misere options lost.
    Hypothesis good_options : forall h o, good h -> In o (options h) -> Forall good o.
    Hypothesis all_hold : forall h, good h -> holds options h.

    Theorem decided x : Forall good x -> lost x = lost_by table bad classes p x.
    Proof.
      intro G. unfold lost_by. rewrite <- sum_class.
      apply (classes_decide options lost H wf N el (product table) 0 is_bad class answer good);
        auto using product_comm, product_one, product_assoc, answer_of_won, answer_in_a_part.
      - intros h Gh. now apply all_hold.
      - apply shapes.
      - intros h c Gh Lc W. destruct (options h) eqn:O.
        + destruct W as (o & I & _). now rewrite O in I.
        + apply all_hold; auto. congruence.
      - intros h c Gh D Lc. now apply all_hold.
    Qed.

    (** Words for the classes: that each is the class of a sum. *)
    Definition spoken (words : list (list N)) : bool :=
      below_all order (fun q => quotient_class table classes p (nth (N.to_nat q) words []) =? q).
    Definition unlike : bool :=
      let L := lost_masks flat order in
      below_all order (fun a => below_all a (fun b => negb (look L a =? look L b))).

    Lemma unlike_spec a b : unlike = true -> el a -> el b ->
      (forall c, el c -> is_bad (product table a c) = is_bad (product table b c)) -> a = b.
    Proof.
      unfold unlike. intros U La Lb A.
      assert (S : look L a = look L b).
      { apply N.bits_inj. intro c. rewrite !look_lost by auto.
        destruct (N.ltb_spec c order) as [Lc | Lc]; auto. cbn [andb].
        rewrite !looked_up by auto. now apply A. }
      destruct (N.lt_trichotomy a b) as [D | [D | D]]; auto; exfalso.
      - apply below_all_spec with (a := b) in U; auto. apply below_all_spec with (a := a) in U; auto.
        apply negb_true_iff, N.eqb_neq in U. apply U. symmetry. exact S.
      - apply below_all_spec with (a := a) in U; auto. apply below_all_spec with (a := b) in U; auto.
        apply negb_true_iff, N.eqb_neq in U. apply U. exact S.
    Qed.

    Theorem quotient words x y :
      spoken words && unlike = true -> Forall (Forall good) words -> Forall good x -> Forall good y ->
      (quotient_class table classes p x = quotient_class table classes p y <->
       forall z, Forall good z -> lost (x ++ z) = lost (y ++ z)).
    Proof.
      intros S Gw Gx Gy. apply andb_prop in S as [S U]. rewrite <- !sum_class.
      apply (it_is_the_quotient options lost H wf N el (product table) 0 is_bad class answer good);
        auto using product_comm, product_one, product_assoc, answer_of_won, answer_in_a_part.
      - intros h Gh. now apply all_hold.
      - apply shapes.
      - intros h c Gh Lc W. destruct (options h) eqn:O.
        + destruct W as (o & I & _). now rewrite O in I.
        + apply all_hold; auto. congruence.
      - intros h c Gh D Lc. now apply all_hold.
      - intros q Lq. exists (nth (N.to_nat q) words []). split.
        + destruct (nth_in_or_default (N.to_nat q) words []) as [I | ->]; auto.
          rewrite Forall_forall in Gw. now apply Gw.
        + rewrite sum_class. apply below_all_spec with (a := q) in S; auto. now apply N.eqb_eq.
      - intros a b La Lb. now apply unlike_spec.
    Qed.
  End Decided.

  Lemma holds_same options n n' :
    class n = class n' -> same_options options class n n' -> holds options n' -> holds options n.
  Proof.
    intros Q [A B] [T0 O0].
    assert (Stuck : options n' = [] -> options n = []).
    { intro Z. destruct (options n) as [| o os]; auto. destruct (A o) as (o' & I & _); [now left |].
      now rewrite Z in I. }
    assert (Stuck' : options n = [] -> options n' = []).
    { intro Z. destruct (options n') as [| o os]; auto. destruct (B o) as (o' & I & _); [now left |].
      now rewrite Z in I. }
    split.
    - intro Z. rewrite Q. auto.
    - intros D c Lc. destruct (O0 (fun Z => D (Stuck Z)) c Lc) as [X Y]. rewrite Q. split.
      + intro W. apply X. revert W. now apply wins_same.
      + intro W. apply Y in W. revert W. now apply wins_same.
  Qed.
End Data.

Lemma check_quotient_spec table bad classes answers p options stop :
  check_quotient table bad classes answers p options stop = true ->
  shaped table bad classes = true /\
  monoid (flat table) (order table) (each_once classes) = true /\
  promises bad (flat table) (table_of answers) (order table) (each_once classes) = true /\
  (shaped table bad classes = true ->
   forall n, n < stop -> holds table bad classes answers p options n).
Proof.
  unfold check_quotient. rewrite !andb_true_iff. intros [[[S M] P] H].
  split; [exact S | split; [exact M | split; [exact P |]]]. intros _ n B.
  eapply heap_holds_spec; eauto. apply all_from_spec with (1 := H); lia.
Qed.

(** * Laws of all heaps, and of the heaps up to N *)

(** Theorem 4: the last p of the classes of the heaps 0, 1, ..., n0 + p - 1 repeat. *)
Definition check_windows (moves : list (N * nat)) (t K : N) table bad classes answers p : bool :=
  let last := N.of_nat (length classes) in
  forallb sound_move moves && bounded_moves moves t K && (1 <=? t) && (1 <=? p) && (p <? last) &&
  check_quotient table bad classes answers p (code moves) (t * (last - 1) + K + 1).

Lemma windows_hold moves t K table bad classes answers p :
  check_windows moves t K table bad classes answers p = true ->
  well_founded (code moves) /\ forall n, holds table bad classes answers p (code moves) n.
Proof.
  unfold check_windows. rewrite !andb_true_iff. intros [[[[[S M] Ht] Hp] Hl] C].
  apply N.leb_le in Ht, Hp. apply N.ltb_lt in Hl. split; [now apply code_wf |].
  apply check_quotient_spec in C as (Sh & _ & _ & C).
  set (last := N.of_nat (length classes)) in *.
  apply (for_all_heaps moves t K p (last - p) (bounded_moves_spec _ _ _ M) S) with
    (f := class classes p); auto; try lia.
  - intros h L. apply repeated_period; auto; fold last; lia.
  - intros n m. apply holds_same.
  - intros n B. apply C; auto. replace (last - p + p - 1) with (last - 1) in B by lia. lia.
Qed.

Theorem misere_law moves t K table bad classes answers p :
  check_windows moves t K table bad classes answers p = true ->
  forall lost, is_misere (code moves) lost ->
  forall sum, lost sum = lost_by table bad classes p sum.
Proof.
  intros C lost H x. assert (W := C). apply windows_hold in W as [wf A].
  unfold check_windows in C. rewrite !andb_true_iff in C. destruct C as [_ C].
  apply check_quotient_spec in C as (S & M & P & _).
  apply (decided table bad classes answers p S M P (code moves) lost (fun _ => True)); auto;
    intros; apply Forall_forall; auto.
Qed.

(** And that these classes are the misère quotient, where [words] has a sum of each. *)
Theorem misere_quotient moves t K table bad classes answers p words :
  check_windows moves t K table bad classes answers p &&
    (spoken table classes p words && unlike table bad) = true ->
  forall lost, is_misere (code moves) lost ->
  (forall sum, lost sum = lost_by table bad classes p sum) /\
  (forall x y, quotient_class table classes p x = quotient_class table classes p y <->
               forall z, lost (x ++ z) = lost (y ++ z)).
Proof.
  intros C lost H. apply andb_prop in C as [C U].
  split; [now apply (misere_law moves t K table bad classes answers p) |]. intros x y.
  assert (W := C). apply windows_hold in W as [wf A].
  unfold check_windows in C. rewrite !andb_true_iff in C. destruct C as [_ C].
  apply check_quotient_spec in C as (S & M & P & _).
  assert (G : forall x : list N, Forall (fun _ => True) x) by (intro; apply Forall_forall; auto).
  rewrite (quotient table bad classes answers p S M P (code moves) lost (fun _ => True) wf H
             (fun h o _ _ => G o) (fun h _ => A h) words x y U); auto.
  - split; auto.
  - apply Forall_forall. auto.
Qed.

(** Sums of heaps up to N only, of any rule. *)
Theorem misere_of_few options top table bad classes answers :
  well_founded options ->
  check_quotient table bad classes answers 0 options (top + 1) = true ->
  forall lost, is_misere options lost ->
  forall sum, Forall (fun h => h <= top) sum -> lost sum = lost_by table bad classes 0 sum.
Proof.
  intros wf C lost H. apply check_quotient_spec in C as (S & M & P & C).
  apply (decided table bad classes answers 0 S M P options lost); auto.
  - intros h o Gh I. apply Forall_forall. intros g J. specialize (wf h o g I J). lia.
  - intros h Gh. apply C; auto. lia.
Qed.
