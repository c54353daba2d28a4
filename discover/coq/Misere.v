(** Sums of heaps under misère play: who makes the last move loses. And what decides them: classes
    of heaps in a commutative monoid, finite or not (discover/misere/patterns/quotient.py,
    Theorems 1 and 3). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy.
Import ListNotations.
Local Open Scope N_scope.

(** The moves in a sum of heaps: in one heap. *)
Fixpoint moves_in (options : rule) (sum : list N) : list (list N) :=
  match sum with
  | [] => []
  | h :: rest => map (fun o => o ++ rest) (options h) ++ map (cons h) (moves_in options rest)
  end.

(** A sum is lost for who has to move if there is a move, and every move leads to a sum that is not
    lost: without a move, the other player has made the last one and has lost. *)
Definition is_misere (options : rule) (lost : list N -> bool) : Prop :=
  forall sum, lost sum =
    match moves_in options sum with
    | [] => false
    | moves => forallb (fun next => negb (lost next)) moves
    end.

(** * Moves *)

Lemma In_moves options x x' :
  In x' (moves_in options x) <->
  exists l h r o, x = l ++ h :: r /\ In o (options h) /\ x' = l ++ o ++ r.
Proof.
  revert x'. induction x as [| h y IH]; intro x'; cbn [moves_in].
  - split; [easy |]. intros (l & h & r & o & E & _). destruct l; discriminate.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [(o & <- & I) | (y' & <- & I)].
      * now exists [], h, y, o.
      * apply IH in I as (l & g & r & o & -> & I & ->). now exists (h :: l), g, r, o.
    + intros ([| h' l] & g & r & o & E & I & ->); injection E as <- E.
      * left. exists o. now subst.
      * right. exists (l ++ o ++ r). split; auto. apply IH. now exists l, g, r, o.
Qed.

Lemma forallb_ext_in {A} (f g : A -> bool) l :
  (forall x, In x l -> f x = g x) -> forallb f l = forallb g l.
Proof.
  induction l as [| x l IH]; intro E; cbn; auto.
  rewrite E by now left. rewrite IH; auto. intros y I. apply E. now right.
Qed.

(** * Every play ends *)

Section Ends.
  Variable options : rule.
  Hypothesis wf : well_founded options.

  Definition follows (x' x : list N) : Prop := In x' (moves_in options x).

  Lemma moves_app x y :
    forall z, follows z (x ++ y) ->
    (exists x', follows x' x /\ z = x' ++ y) \/ (exists y', follows y' y /\ z = x ++ y').
  Proof.
    unfold follows. induction x as [| h x IH]; intros z I.
    - right. now exists z.
    - cbn [app moves_in] in I. apply in_app_iff in I as [I | I]; apply in_map_iff in I.
      + destruct I as (o & <- & I). left. exists (o ++ x). split; [| now rewrite app_assoc].
        cbn [moves_in]. apply in_or_app. left. now apply (in_map (fun o => o ++ x)).
      + destruct I as (z' & <- & I). apply IH in I as [(x' & I & ->) | (y' & I & ->)].
        * left. exists (h :: x'). split; auto. cbn [moves_in]. apply in_or_app. right.
          now apply in_map.
        * right. now exists y'.
  Qed.

  Lemma ends_app x y : Acc follows x -> Acc follows y -> Acc follows (x ++ y).
  Proof.
    intro Hx. revert y. induction Hx as [x Ax IHx]. intros y Hy.
    induction Hy as [y Ay IHy]. constructor. intros z I.
    apply moves_app in I as [(x' & I & ->) | (y' & I & ->)].
    - apply IHx; auto. now constructor.
    - now apply IHy.
  Qed.


  Theorem plays_end : Init.Wf.well_founded follows.
  Proof.
    assert (H : forall h, Acc follows [h]).
    { intro h. induction h as [h IH] using (well_founded_induction N.lt_wf_0).
      constructor. intros x I. unfold follows in I. cbn [moves_in map] in I.
      rewrite app_nil_r in I. apply in_map_iff in I as (o & <- & I). rewrite app_nil_r.
      assert (S : forall g, In g o -> g < h) by (intros g; now apply wf).
      clear I. induction o as [| g o IHo]; [now constructor |].
      apply (ends_app [g] o); [apply IH, S; now left | apply IHo; intros; apply S; now right]. }
    intro x. induction x as [| h x IHx]; [now constructor | apply (ends_app [h] x); auto].
  Qed.

  (** There is exactly one function that says who loses. *)
  Theorem misere_unique P Q : is_misere options P -> is_misere options Q -> forall x, P x = Q x.
  Proof.
    intros HP HQ x. induction x as [x IH] using (well_founded_induction plays_end).
    rewrite (HP x), (HQ x). destruct (moves_in options x) as [| m l] eqn:E; auto.
    rewrite <- E. apply forallb_ext_in. intros y I. f_equal. now apply IH.
  Qed.

  Definition no_move (x : list N) : bool :=
    match moves_in options x with [] => true | _ => false end.

  Definition one_step (x : list N) (rec : forall y, follows y x -> bool) : bool :=
    negb (no_move x) &&
    forallb (fun y => match in_dec (list_eq_dec N.eq_dec) y (moves_in options x) with
                      | left i => negb (rec y i)
                      | right _ => true
                      end) (moves_in options x).

  Theorem misere_exists : exists lost, is_misere options lost.
  Proof.
    exists (Fix plays_end (fun _ => bool) one_step). intro x. rewrite Fix_eq.
    - unfold one_step at 1, no_move. destruct (moves_in options x) as [| m l] eqn:E; auto.
      cbn [negb andb]. rewrite <- E. apply forallb_ext_in. intros y I.
      now destruct (in_dec (list_eq_dec N.eq_dec) y (moves_in options x)).
    - intros y f g H. unfold one_step. f_equal. apply forallb_ext_in. intros z _.
      destruct in_dec; auto. now rewrite H.
  Qed.
End Ends.

(** * Classes of heaps *)

Section Classes.
  Variable options : rule.
  Variable lost : list N -> bool.
  Hypothesis H : is_misere options lost.
  Hypothesis wf : well_founded options.

  Lemma lost_if x :
    moves_in options x <> [] -> (forall y, In y (moves_in options x) -> lost y = false) ->
    lost x = true.
  Proof.
    intros D A. rewrite (H x). destruct (moves_in options x) as [| m l] eqn:E; [easy |].
    rewrite <- E in *. apply forallb_forall. intros y I. now rewrite (A y I).
  Qed.

  Lemma won_if x y : In y (moves_in options x) -> lost y = true -> lost x = false.
  Proof.
    intros I L. rewrite (H x). destruct (moves_in options x) as [| m l] eqn:E; [easy |].
    rewrite <- E in *. apply not_true_iff_false. intro F. rewrite forallb_forall in F.
    specialize (F y I). now rewrite L in F.
  Qed.

  Lemma won_if_stuck x : moves_in options x = [] -> lost x = false.
  Proof. intro E. now rewrite (H x), E. Qed.

  (** Elements of a commutative monoid: those with [el]; [bad], those of lost sums; the class of a
      heap; and a family of sets, [answer q c]: in a sum of class q beside something of class c
      there is a winning move in the sum.  The law speaks of the sums of [good] heaps. *)
  Variable Q : Type.
  Variable el : Q -> Prop.
  Variable mul : Q -> Q -> Q.
  Variable one : Q.
  Variable bad : Q -> bool.
  Variable class : N -> Q.
  Variable answer : Q -> Q -> Prop.
  Variable good : N -> Prop.

  Hypothesis good_options : forall h o, good h -> In o (options h) -> Forall good o.
  Hypothesis el_one : el one.
  Hypothesis el_class : forall h, good h -> el (class h).
  Hypothesis el_mul : forall a b, el a -> el b -> el (mul a b).
  Hypothesis mul_comm : forall a b, el a -> el b -> mul a b = mul b a.
  Hypothesis mul_one : forall a, el a -> mul one a = a.
  Hypothesis mul_assoc : forall h a b,
    good h -> el a -> el b -> mul (mul (class h) a) b = mul (class h) (mul a b).

  (** The class of a sum beside something of class c. *)
  Fixpoint beside (x : list N) (c : Q) : Q :=
    match x with [] => c | h :: x => mul (class h) (beside x c) end.
  Definition class_of_sum (x : list N) : Q := beside x one.

  (** Beside class c some option of the heap, or of the sum, is lost. *)
  Definition wins (h : N) (c : Q) : Prop :=
    exists o, In o (options h) /\ bad (beside o c) = true.
  Definition wins_in (x : list N) (c : Q) : Prop :=
    exists y, In y (moves_in options x) /\ bad (beside y c) = true.

  Hypothesis terminal : forall h, good h -> options h = [] -> class h = one.
  Hypothesis empty_won : bad one = false.
  Hypothesis no_bad_to_bad : forall h c,
    good h -> el c -> wins h c -> bad (mul (class h) c) = false.
  Hypothesis kept_promise : forall h c,
    good h -> options h <> [] -> el c -> answer (class h) c -> wins h c.
  Hypothesis in_a_part : forall a h c,
    good h -> options h <> [] -> el a -> el c ->
    answer (mul (class h) a) c -> answer a (mul (class h) c) \/ answer (class h) (mul a c).
  Hypothesis answered : forall q, el q -> bad q = false -> answer q one.

  Lemma beside_app x y c : beside (x ++ y) c = beside x (beside y c).
  Proof. induction x as [| h x IH]; cbn; congruence. Qed.

  Lemma beside_map x y c : map class x = map class y -> beside x c = beside y c.
  Proof.
    revert y. induction x as [| h x IH]; intros [| g y] E; try easy.
    injection E as Eh E. cbn. now rewrite Eh, (IH y).
  Qed.

  Lemma wins_same n m c :
    (forall o, In o (options n) -> exists o', In o' (options m) /\ map class o' = map class o) ->
    wins n c -> wins m c.
  Proof.
    intros A (o & I & B). destruct (A o I) as (o' & J & E). exists o'. split; auto.
    now rewrite (beside_map o' o).
  Qed.

  Lemma el_beside x c : Forall good x -> el c -> el (beside x c).
  Proof.
    intros G Hc. induction G as [| h x Gh G IH]; cbn; auto.
  Qed.

  Lemma beside_mul x c : Forall good x -> el c -> beside x c = mul (class_of_sum x) c.
  Proof.
    unfold class_of_sum. intros G Hc. induction G as [| h x Gh G IH]; cbn.
    - now rewrite mul_one.
    - rewrite mul_assoc, IH; auto. now apply el_beside.
  Qed.

  Lemma beside_swap g h c : good g -> good h -> el c ->
    mul (class g) (mul (class h) c) = mul (class h) (mul (class g) c).
  Proof.
    intros Gg Gh Hc. rewrite <- !mul_assoc by auto. f_equal. auto.
  Qed.

  Lemma beside_past x h c : Forall good x -> good h -> el c ->
    beside x (mul (class h) c) = mul (class h) (beside x c).
  Proof.
    intros G Gh Hc. induction G as [| g x Gg G IH]; cbn; auto.
    rewrite IH. apply beside_swap; auto. now apply el_beside.
  Qed.

  Lemma beside_comm x y c : Forall good x -> Forall good y -> el c ->
    beside x (beside y c) = beside y (beside x c).
  Proof.
    intros G K Hc. induction K as [| h y Gh K IH]; cbn; auto.
    rewrite beside_past; auto; [now rewrite IH | now apply el_beside].
  Qed.

  Lemma stuck_or_not x : moves_in options x = [] \/ moves_in options x <> [].
  Proof. now destruct (moves_in options x); [left | right]. Qed.

  Lemma stuck_heads h x : moves_in options (h :: x) = [] -> options h = [] /\ moves_in options x = [].
  Proof.
    cbn [moves_in]. intro E. apply app_eq_nil in E as [A B].
    split; [now destruct (options h) | now destruct (moves_in options x)].
  Qed.

  Lemma stuck_beside x c : Forall good x -> el c -> moves_in options x = [] -> beside x c = c.
  Proof.
    intros G Hc. induction G as [| h x Gh G IH]; auto. intro E. apply stuck_heads in E as [A B].
    cbn. rewrite IH, terminal, mul_one; auto.
  Qed.

  Lemma good_next x y : Forall good x -> In y (moves_in options x) -> Forall good y.
  Proof.
    intros G I. apply In_moves in I as (l & h & r & o & -> & I & ->).
    apply Forall_app in G as [Gl G]. inversion_clear G as [| ? ? Gh Gr].
    apply Forall_app. split; auto. apply Forall_app. split; eauto.
  Qed.

  (** (i) of the proof: what is promised of the class of a sum is there. *)
  Lemma promised x c :
    Forall good x -> moves_in options x <> [] -> el c -> answer (class_of_sum x) c -> wins_in x c.
  Proof.
    intros G. revert c. induction G as [| h x Gh G IH]; [easy |]. intros c D Hc A.
    unfold class_of_sum in A. cbn [beside] in A.
    assert (Hx : el (beside x one)) by now apply el_beside.
    destruct (options h) as [| o0 os] eqn:Eh.
    - rewrite terminal, mul_one in A by auto.
      assert (D' : moves_in options x <> []).
      { intro E. apply D. cbn [moves_in]. now rewrite Eh, E. }
      destruct (IH c D' Hc A) as (y & I & B). exists (h :: y). split.
      + cbn [moves_in]. apply in_or_app. right. now apply in_map.
      + cbn. rewrite terminal, mul_one; auto. apply el_beside; eauto using good_next.
    - assert (Dh : options h <> []) by congruence.
      assert (Wins : answer (class h) (mul (beside x one) c) -> wins_in (h :: x) c).
      { intro B. apply kept_promise in B as (o & I & B); auto.
        exists (o ++ x). split.
        - cbn [moves_in]. apply in_or_app. left. now apply (in_map (fun o => o ++ x)).
        - now rewrite beside_app, (beside_mul x) by auto. }
      destruct (stuck_or_not x) as [Ex | D'].
      + (* no move in the rest: its class is that of no heap *)
        apply Wins. rewrite (stuck_beside x) in * by auto. rewrite mul_one by auto.
        rewrite mul_comm, mul_one in A; auto.
      + destruct (in_a_part (beside x one) h c Gh Dh Hx Hc A) as [B | B]; [| auto].
        destruct (IH (mul (class h) c) D' (el_mul _ _ (el_class _ Gh) Hc) B) as (y & I & F).
        exists (h :: y). split.
        * cbn [moves_in]. apply in_or_app. right. now apply in_map.
        * cbn. rewrite <- beside_past; auto. eapply good_next; eauto.
  Qed.

  (** Theorem 1: the class of a sum tells who loses it. *)
  Theorem classes_decide x : Forall good x -> lost x = bad (class_of_sum x).
  Proof.
    induction x as [x IH] using (well_founded_induction (plays_end _ wf)). intro G.
    destruct (stuck_or_not x) as [E | D].
    - unfold class_of_sum. rewrite stuck_beside, empty_won by auto. now apply won_if_stuck.
    - destruct (bad (class_of_sum x)) eqn:B.
      + apply lost_if; auto. intros y I. rewrite IH by eauto using good_next.
        apply In_moves in I as (l & h & r & o & -> & I & ->).
        apply Forall_app in G as [Gl G]. inversion_clear G as [| ? ? Gh Gr].
        assert (Go : Forall good o) by eauto.
        unfold class_of_sum in *. rewrite !beside_app in *. cbn [beside] in B.
        assert (el (beside r one)) by now apply el_beside.
        rewrite beside_past in B by auto. rewrite beside_comm by auto.
        destruct (bad (beside o (beside l (beside r one)))) eqn:F; auto.
        rewrite no_bad_to_bad in B; auto; [now apply el_beside | now exists o].
      + destruct (promised x one) as (y & I & F); auto.
        * apply answered; auto. now apply el_beside.
        * apply (won_if x y I). rewrite IH; eauto using good_next.
  Qed.

  (** Theorem 3: if every class is that of a sum, and no two are alike beside all others, sums are
      of the same class if no third sum tells them apart. *)
  Theorem it_is_the_quotient x y :
    (forall q, el q -> exists z, Forall good z /\ class_of_sum z = q) ->
    (forall a b, el a -> el b -> (forall c, el c -> bad (mul a c) = bad (mul b c)) -> a = b) ->
    Forall good x -> Forall good y ->
    (class_of_sum x = class_of_sum y <->
     forall z, Forall good z -> lost (x ++ z) = lost (y ++ z)).
  Proof.
    intros Gen Red Gx Gy.
    assert (A : forall x z, Forall good x -> Forall good z ->
                lost (x ++ z) = bad (mul (class_of_sum x) (class_of_sum z))).
    { intros x' z G K. rewrite classes_decide by now apply Forall_app.
      unfold class_of_sum at 1. rewrite beside_app, beside_mul; auto. now apply el_beside. }
    split.
    - intros E z Gz. now rewrite !A, E.
    - intro B. apply Red; [now apply el_beside | now apply el_beside |].
      intros c Hc. destruct (Gen c Hc) as (z & Gz & <-). rewrite <- !A by auto. auto.
  Qed.
End Classes.

(** * Classes of heaps 0, 1, 2, ..., the last p of which repeat for ever *)

Definition place (last p n : N) : N :=
  if n <? last then n else last - p + (n - last) mod p.
Definition repeated {A} (none : A) (listed : list A) (p n : N) : A :=
  nth (N.to_nat (place (N.of_nat (length listed)) p n)) listed none.

Lemma repeated_period {A} (none : A) listed p n :
  1 <= p -> p <= N.of_nat (length listed) -> N.of_nat (length listed) - p <= n ->
  repeated none listed p (n + p) = repeated none listed p n.
Proof.
  unfold repeated, place. intros Hp L B. do 2 f_equal.
  set (last := N.of_nat (length listed)) in *.
  destruct (N.ltb_spec (n + p) last), (N.ltb_spec n last); try lia.
  - replace (n + p - last) with (n - (last - p)) by lia. rewrite N.mod_small; lia.
  - replace (n + p - last) with (n - last + 1 * p) by lia. rewrite (N.mod_add (n - last) 1 p); [reflexivity | lia].
Qed.
