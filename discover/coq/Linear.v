(** Linear inequalities over the integers that contradict each other, by trees of cases.  A tree is
    a hint: whatever it says, a set of inequalities that it refutes has no solution.  So are shown
    the conditions of discover/families/theorems/conditions.py. *)
From Coq Require Import ZArith List Lia Bool.
Import ListNotations.
Local Open Scope Z_scope.

(** The coefficient of each unknown; the first unknown, number 0, is to be 1. *)
Definition form := list Z.

(** A conjunction: each form is at least 0. *)
Definition region := list form.
Definition point := nat -> Z.

(** The value of a form whose first coefficient is that of unknown i. *)
Fixpoint dot (c : form) (i : nat) (x : point) : Z :=
  match c with [] => 0 | a :: c => a * x i + dot c (S i) x end.

Fixpoint holds (r : region) (x : point) : Prop :=
  match r with [] => True | c :: r => 0 <= dot c 0 x /\ holds r x end.

Fixpoint add (c d : form) : form :=
  match c, d with
  | [], d => d
  | c, [] => c
  | a :: c, b :: d => a + b :: add c d
  end.

Definition scale (k : Z) (c : form) : form := map (Z.mul k) c.

(** The integers where a form is not at least 0. *)
Definition negation (c : form) : form := add [-1] (scale (-1) c).

Lemma dot_add c d i x : dot (add c d) i x = dot c i x + dot d i x.
Proof.
  revert d i. induction c as [| a c IH]; intros [| b d] i; cbn [add dot]; try lia.
  rewrite IH. lia.
Qed.

Lemma dot_scale k c i x : dot (scale k c) i x = k * dot c i x.
Proof.
  revert i. induction c as [| a c IH]; intro i; cbn [scale map dot]; [lia |].
  fold (scale k c). rewrite IH. lia.
Qed.

Lemma holds_app r s x : holds (r ++ s) x <-> holds r x /\ holds s x.
Proof. induction r as [| c r IH]; cbn [app holds]; tauto. Qed.

Lemma holds_nth r x i : holds r x -> 0 <= dot (nth i r []) 0 x.
Proof.
  revert i. induction r as [| c r IH]; intros [| i] H; cbn [nth]; cbn [holds] in H;
    try (cbn; lia); try tauto. apply IH. tauto.
Qed.

Lemma negation_holds c x : x O = 1 -> ~ 0 <= dot c 0 x -> 0 <= dot (negation c) 0 x.
Proof.
  intros E H. unfold negation. rewrite dot_add, dot_scale. cbn [dot]. rewrite E. lia.
Qed.

Lemma holds_dec r x : {holds r x} + {~ holds r x}.
Proof.
  induction r as [| c r IH]; [now left |]. cbn [holds].
  destruct (Z_le_dec 0 (dot c 0 x)), IH; tauto.
Qed.

(** * Displacements: for each unknown, what is added to it *)

Definition vector := list form.

Definition moved (x : point) (z : vector) : point := fun i => x i + dot (nth i z []) 0 x.

Fixpoint shift (c : form) (z : vector) : form :=
  match c, z with
  | a :: c, f :: z => if a =? 0 then shift c z else add (scale a f) (shift c z)
  | _, _ => []
  end.

(** The form as one of the point before it is moved. *)
Definition displaced (z : vector) (c : form) : form := add c (shift c z).

Lemma dot_moved c z i x y w :
  (forall j, y (i + j)%nat = x (i + j)%nat + dot (nth j z []) 0 w) ->
  dot c i y = dot c i x + dot (shift c z) 0 w.
Proof.
  revert z i. induction c as [| a c IH]; intros z i H; [cbn; lia |].
  destruct z as [| f z].
  - cbn [shift dot]. rewrite (IH [] (S i)).
    + specialize (H O). rewrite Nat.add_0_r in H. rewrite H. destruct c; cbn; lia.
    + intro j. specialize (H (S j)). rewrite Nat.add_succ_r in H. cbn [Nat.add]. rewrite H.
      now destruct j.
  - assert (T : dot c (S i) y = dot c (S i) x + dot (shift c z) 0 w).
    { apply IH. intro j. specialize (H (S j)). rewrite Nat.add_succ_r in H. exact H. }
    specialize (H O). rewrite Nat.add_0_r in H. cbn [shift dot nth] in *.
    destruct (Z.eqb_spec a 0) as [-> | D]; rewrite T, H; [lia |].
    rewrite dot_add, dot_scale. lia.
Qed.

Lemma displaced_correct c z x : dot (displaced z c) 0 x = dot c 0 (moved x z).
Proof.
  unfold displaced. rewrite dot_add. symmetry. apply dot_moved. now intro j.
Qed.

Lemma holds_displaced r z x : holds (map (displaced z) r) x <-> holds r (moved x z).
Proof.
  induction r as [| c r IH]; cbn [map holds]; [tauto |]. rewrite displaced_correct. tauto.
Qed.

(** * Trees *)

(** A sum of multiples of inequalities, by number, is -1 or less; a case for each alternative of the
    clause that two numbers name; or a form is at least 0, or it is not. *)
Inductive tree :=
  | Sum (multiples : list (Z * Z))
  | Cases (fact : bool) (s g : nat) (each : list tree)
  | Cut (c : form) (yes no : tree).

Fixpoint tree_induction (P : tree -> Prop) (sum : forall l, P (Sum l))
    (cases : forall f s g l, Forall P l -> P (Cases f s g l))
    (cut : forall c yes no, P yes -> P no -> P (Cut c yes no)) (t : tree) : P t :=
  let next := tree_induction P sum cases cut in
  match t with
  | Sum l => sum l
  | Cases f s g l =>
      cases f s g l ((fix all l := match l return Forall P l with
        | [] => Forall_nil P | t :: l => Forall_cons t (next t) (all l) end) l)
  | Cut c yes no => cut c yes no (next yes) (next no)
  end.

Section Trees.
  Variable clause : bool -> nat -> nat -> list region.

  Fixpoint sum_of (h : region) (l : list (Z * Z)) : form :=
    match l with
    | [] => []
    | (i, k) :: l => add (scale (Z.abs k) (nth (Z.to_nat i) h [])) (sum_of h l)
    end.

  Definition below_0 (c : form) : bool :=
    match c with [] => false | a :: c => (a <? 0) && forallb (Z.eqb 0) c end.

  Fixpoint refutes (h : region) (t : tree) : bool :=
    match t with
    | Sum l => below_0 (sum_of h l)
    | Cases f s g l =>
        (fix all (cs : list region) (l : list tree) {struct l} : bool :=
           match l with
           | [] => match cs with [] => true | _ => false end
           | t :: l => match cs with [] => true | c :: cs => refutes (c ++ h) t && all cs l end
           end) (clause f s g) l
    | Cut c yes no => refutes (c :: h) yes && refutes (negation c :: h) no
    end.

  Lemma sum_holds h l x : holds h x -> 0 <= dot (sum_of h l) 0 x.
  Proof.
    intro H. induction l as [| [i k] l IH]; cbn [sum_of]; [cbn; lia |].
    rewrite dot_add, dot_scale. apply (holds_nth _ _ (Z.to_nat i)) in H. lia.
  Qed.

  Lemma zeros c i x : forallb (Z.eqb 0) c = true -> dot c i x = 0.
  Proof.
    revert i. induction c as [| a c IH]; intros i H; [easy |]. cbn [forallb] in H.
    apply andb_prop in H as [A B]. apply Z.eqb_eq in A as <-. cbn [dot]. rewrite IH; auto.
  Qed.

  Lemma below_0_correct c x : x O = 1 -> below_0 c = true -> dot c 0 x < 0.
  Proof.
    destruct c as [| a c]; cbn [below_0]; intros E H; [easy |].
    apply andb_prop in H as [A B]. apply Z.ltb_lt in A. cbn [dot]. rewrite E, zeros; auto. lia.
  Qed.

  Variable x : point.
  Hypothesis one : x O = 1.
  Hypothesis true_clauses : forall f s g, exists r, In r (clause f s g) /\ holds r x.

  Theorem refutes_correct t : forall h, refutes h t = true -> holds h x -> False.
  Proof.
    induction t as [l | f s g l IH | c yes no IHyes IHno] using tree_induction;
      intros h C H; cbn [refutes] in C.
    - apply (below_0_correct _ x one) in C. pose proof (sum_holds h l x H). lia.
    - destruct (true_clauses f s g) as (r & I & R). revert I C.
      generalize (clause f s g) as cs. induction IH as [| t l Ht _ IH]; intros [| c cs] I C;
        try (destruct I; fail); [discriminate C |].
      apply andb_prop in C as [A B]. destruct I as [-> | I].
      + apply (Ht (r ++ h) A). apply holds_app. auto.
      + apply (IH cs I B).
    - apply andb_prop in C as [A B]. destruct (Z_le_dec 0 (dot c 0 x)) as [D | D].
      + apply (IHyes _ A). now split.
      + apply (IHno _ B). split; auto. now apply negation_holds.
  Qed.
End Trees.

(** * What follows from inequalities: one of some points lies in one of some regions *)

(** [clause false s g] says that the point moved by [s] is not in region [g]; [clause true s g] is
    disjunction [g] of [facts], at the point moved by [s]. *)
Definition clauses (known spots : list vector) (facts : list (list region)) (regions : list region)
    (f : bool) (s g : nat) : list region :=
  if f then
    match nth_error known s, nth_error facts g with
    | Some z, Some cs => map (map (displaced z)) cs
    | _, _ => [[]]
    end
  else
    match nth_error spots s, nth_error regions g with
    | Some z, Some r => map (fun c => [negation (displaced z c)]) r
    | _, _ => [[]]
    end.

Definition reached (spots : list vector) (regions : list region) (x : point) : Prop :=
  exists z r, In z spots /\ In r regions /\ holds r (moved x z).

Lemma reached_dec spots regions x : reached spots regions x \/ ~ reached spots regions x.
Proof.
  induction spots as [| z spots IH]; [right; now intros (z & r & [] & _) |].
  assert (D : (exists r, In r regions /\ holds r (moved x z)) \/
              ~ exists r, In r regions /\ holds r (moved x z)).
  { clear IH. induction regions as [| r regions IH]; [right; now intros (r & [] & _) |].
    destruct (holds_dec r (moved x z)) as [H | H].
    - left. exists r. split; [now left | auto].
    - destruct IH as [(q & I & Q) | N]; [left; exists q; split; [now right | auto] |].
      right. intros (q & [-> | I] & Q); [auto |]. apply N. now exists q. }
  destruct D as [(r & I & H) | D]; [left; exists z, r; repeat split; auto; now left |].
  destruct IH as [(y & r & I & J & H) | N].
  - left. exists y, r. repeat split; auto. now right.
  - right. intros (y & r & [-> | I] & J & H); [apply D; now exists r |].
    apply N. now exists y, r.
Qed.

Lemma outside r z x : x O = 1 -> ~ holds r (moved x z) ->
  exists q, In q (map (fun c => [negation (displaced z c)]) r) /\ holds q x.
Proof.
  intro E. induction r as [| c r IH]; cbn [holds map]; [tauto |]. intro H.
  destruct (Z_le_dec 0 (dot c 0 (moved x z))) as [A | A].
  - destruct IH as (q & I & Q); [tauto |]. exists q. split; [now right | auto].
  - exists [negation (displaced z c)]. split; [now left |]. split; [| easy].
    apply negation_holds; auto. now rewrite displaced_correct.
Qed.

Theorem entails h known spots facts regions t x :
  refutes (clauses known spots facts regions) h t = true ->
  x O = 1 -> holds h x ->
  (forall z cs, In z known -> In cs facts -> exists r, In r cs /\ holds r (moved x z)) ->
  reached spots regions x.
Proof.
  intros C E H F. destruct (reached_dec spots regions x) as [R | N]; auto. exfalso.
  apply (refutes_correct _ x E) with (2 := C) (3 := H). intros f s g. unfold clauses.
  assert (trivial : exists r : region, In r [[]] /\ holds r x)
    by (exists []; split; [now left | easy]).
  destruct f.
  - destruct (nth_error known s) as [z |] eqn:Z; auto.
    destruct (nth_error facts g) as [cs |] eqn:R; auto.
    apply nth_error_In in Z, R. destruct (F z cs Z R) as (r & I & Hr).
    exists (map (displaced z) r). split; [now apply in_map | now apply holds_displaced].
  - destruct (nth_error spots s) as [z |] eqn:Z; auto.
    destruct (nth_error regions g) as [r |] eqn:R; auto.
    apply nth_error_In in Z, R. apply outside; auto. intro A. apply N. now exists z, r.
Qed.

(** Where some inequalities are true, those of one of some regions are. *)
Fixpoint any (regions : list region) (x : point) : Prop :=
  match regions with [] => False | r :: regions => holds r x \/ any regions x end.

Definition point_at (K : list Z) : point := fun i => nth i K 0.

Theorem covers h regions t K :
  refutes (clauses [] [[]] [] regions) h t = true ->
  nth 0 K 0 = 1 -> holds h (point_at K) -> any regions (point_at K).
Proof.
  intros C E H. destruct (entails _ _ _ _ _ _ (point_at K) C E H) as (z & r & [<- | []] & I & R);
    [easy |].
  assert (S : holds r (point_at K)).
  { clear I. induction r as [| c r IH]; [easy |]. destruct R as [A B]. split; auto.
    rewrite <- displaced_correct in A. unfold displaced in A. rewrite dot_add in A.
    destruct c; cbn in *; lia. }
  clear C. induction regions as [| q l IH]; [easy |]. destruct I as [-> | I]; cbn [any]; auto.
Qed.
