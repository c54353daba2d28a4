(** The nim-product (rules/arithmetic/nim_field.py): the least number that is not
    a y + x b + a b for any a < x and b < y, + being xor.  It distributes over xor. *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Xor.
Import ListNotations.
Local Open Scope N_scope.

Fixpoint product_within (fuel : nat) (x y : N) : N :=
  match fuel with
  | O => 0
  | S k =>
      let P := product_within k in
      mex (flat_map (fun a => map (fun b => N.lxor (N.lxor (P a y) (P x b)) (P a b))
                                  (upto (N.to_nat y) 0))
                    (upto (N.to_nat x) 0))
  end.

Definition nim_product (x y : N) : N := product_within (S (N.to_nat (x + y))) x y.

(** Two sums are equal, bit by bit. *)
Ltac by_bits :=
  apply N.bits_inj; let i := fresh in intro i; rewrite ?N.lxor_spec;
  repeat match goal with |- context [N.testbit ?a i] => destruct (N.testbit a i) end;
  reflexivity.

Definition below_product (x y v : N) : Prop :=
  exists a b, a < x /\ b < y /\
    v = N.lxor (N.lxor (nim_product a y) (nim_product x b)) (nim_product a b).

Lemma flat_map_same {A B} (f g : A -> list B) l :
  (forall x, In x l -> f x = g x) -> flat_map f l = flat_map g l.
Proof.
  induction l as [| x l IH]; intro E; cbn; [reflexivity |]. rewrite IH, E; auto.
  - now left.
  - intros y I. apply E. now right.
Qed.

Lemma product_within_same k l x y :
  (N.to_nat (x + y) < k)%nat -> (N.to_nat (x + y) < l)%nat ->
  product_within k x y = product_within l x y.
Proof.
  revert l x y. induction k as [| k IH]; intros [| l] x y A B; try lia. cbn [product_within].
  f_equal. apply flat_map_same. intros a Ia. apply map_ext_in. intros b Ib.
  apply In_upto in Ia, Ib. rewrite (IH l a y), (IH l x b), (IH l a b) by lia. reflexivity.
Qed.

(** What the definition says. *)
Theorem product_is_mex x y : is_mex (below_product x y) (nim_product x y).
Proof.
  unfold nim_product at 1. cbn [product_within].
  eapply is_mex_same; [| apply mex_spec]. intro v. cbn beta. rewrite in_flat_map. unfold below_product.
  assert (E : forall a b, a + b < x + y ->
            product_within (N.to_nat (x + y)) a b = nim_product a b).
  { intros a b L. apply product_within_same; lia. }
  split.
  - intros (a & Ia & I). apply in_map_iff in I as (b & <- & Ib). apply In_upto in Ia, Ib.
    exists a, b. rewrite !E by lia. repeat split; lia.
  - intros (a & b & La & Lb & ->). exists a. split; [apply In_upto; lia |].
    apply in_map_iff. exists b. split; [| apply In_upto; lia]. now rewrite !E by lia.
Qed.

Lemma product_comm x y : nim_product x y = nim_product y x.
Proof.
  remember (x + y) as m eqn:M. revert x y M.
  induction m as [m IH] using (well_founded_induction N.lt_wf_0). intros x y ->.
  apply (is_mex_unique _ _ _ _ (product_is_mex x y) (product_is_mex y x)).
  assert (H : forall x' y', x' + y' = x + y -> forall v, below_product x' y' v -> below_product y' x' v).
  { intros x' y' E v (a & b & La & Lb & ->). exists b, a. repeat split; auto.
    rewrite (IH (a + y') ltac:(lia) a y' eq_refl), (IH (x' + b) ltac:(lia) x' b eq_refl),
      (IH (a + b) ltac:(lia) a b eq_refl).
    by_bits. }
  intro v. split; apply H; lia.
Qed.

(** a y + x b + a b is not x y: else (a + x) (b + y) would be 0. *)
Lemma products_differ a x b y : a <> x -> b <> y ->
  N.lxor (N.lxor (nim_product a y) (nim_product x b)) (nim_product a b) <> nim_product x y.
Proof.
  intros A B E.
  assert (less : forall a x b y, a < x -> b < y ->
            N.lxor (N.lxor (nim_product a y) (nim_product x b)) (nim_product a b) <> nim_product x y).
  { intros a' x' b' y' La Lb C. apply (proj1 (product_is_mex x' y')). rewrite <- C.
    exists a', b'. auto. }
  destruct (N.lt_total a x) as [La | [La | La]], (N.lt_total b y) as [Lb | [Lb | Lb]]; try easy.
  - now apply (less a x b y).
  - apply (less a x y b La Lb). rewrite <- (N.lxor_0_r (nim_product x b)).
    rewrite <- (N.lxor_nilpotent (nim_product x y)) at 1. rewrite <- E at 1. by_bits.
  - apply (less x a b y La Lb). rewrite <- (N.lxor_0_r (nim_product a y)).
    rewrite <- (N.lxor_nilpotent (nim_product x y)) at 1. rewrite <- E at 1. by_bits.
  - apply (less x a y b La Lb). rewrite <- (N.lxor_0_r (nim_product a b)).
    rewrite <- (N.lxor_nilpotent (nim_product x y)) at 1. rewrite <- E at 1. by_bits.
Qed.

(** ** It distributes *)

Section Sum.
  Variables x y z : N.
  Hypothesis before : forall x' y' z', x' + y' + z' < x + y + z ->
    nim_product (N.lxor x' y') z' = N.lxor (nim_product x' z') (nim_product y' z').

  (** One of x and y is lowered, and z. *)
  Definition sums (v : N) : Prop :=
    exists a c, c < z /\ ((exists a', a' < x /\ a = N.lxor a' y) \/
                          (exists a', a' < y /\ a = N.lxor x a')) /\
      v = N.lxor (N.lxor (nim_product a z) (nim_product (N.lxor x y) c)) (nim_product a c).

  Lemma sums_of_whole : is_mex sums (nim_product (N.lxor x y) z).
  Proof.
    destruct (product_is_mex (N.lxor x y) z) as [_ M]. split.
    - intros (a & c & Lc & D & E). symmetry in E. revert E. apply products_differ; [| lia].
      intros ->. destruct D as [(a' & La & E) | (a' & La & E)].
      + apply (f_equal (fun w => N.lxor w y)) in E.
        rewrite !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_r in E. lia.
      + apply (f_equal (fun w => N.lxor x w)) in E.
        rewrite <- !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_l in E. lia.
    - intros u L. destruct (M u L) as (a & c & La & Lc & ->). exists a, c. repeat split; auto.
      apply xor_below in La as [La | La]; [left | right].
      + exists (N.lxor a y). split; auto. now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
      + exists (N.lxor a x). split; auto. rewrite N.lxor_comm, N.lxor_assoc, N.lxor_nilpotent.
        now rewrite N.lxor_0_r.
  Qed.

  Lemma of_first a c : a < x -> c < z ->
    N.lxor (N.lxor (nim_product (N.lxor a y) z) (nim_product (N.lxor x y) c))
           (nim_product (N.lxor a y) c) =
    N.lxor (N.lxor (N.lxor (nim_product a z) (nim_product x c)) (nim_product a c)) (nim_product y z).
  Proof. intros La Lc. rewrite !before by lia. by_bits. Qed.

  Lemma of_second a c : a < y -> c < z ->
    N.lxor (N.lxor (nim_product (N.lxor x a) z) (nim_product (N.lxor x y) c))
           (nim_product (N.lxor x a) c) =
    N.lxor (nim_product x z) (N.lxor (N.lxor (nim_product a z) (nim_product y c)) (nim_product a c)).
  Proof. intros La Lc. rewrite !before by lia. by_bits. Qed.

  Lemma sums_of_parts : is_mex sums (N.lxor (nim_product x z) (nim_product y z)).
  Proof.
    destruct (product_is_mex x z) as [X1 X2], (product_is_mex y z) as [Y1 Y2]. split.
    - intros (a & c & Lc & [(a' & La & ->) | (a' & La & ->)] & E).
      + rewrite of_first in E by auto. apply X1. exists a', c. repeat split; auto.
        apply (f_equal (fun w => N.lxor w (nim_product y z))) in E.
        now rewrite !(N.lxor_assoc _ (nim_product y z)), N.lxor_nilpotent, !N.lxor_0_r in E.
      + rewrite of_second in E by auto. apply Y1. exists a', c. repeat split; auto.
        apply (f_equal (fun w => N.lxor (nim_product x z) w)) in E.
        now rewrite <- !(N.lxor_assoc (nim_product x z)), N.lxor_nilpotent, !N.lxor_0_l in E.
    - intros u L. apply xor_below in L as [L | L].
      + destruct (X2 _ L) as (a & c & La & Lc & E). exists (N.lxor a y), c. split; auto. split.
        { left. exists a. auto. }
        rewrite of_first, <- E by auto. now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
      + destruct (Y2 _ L) as (a & c & La & Lc & E). exists (N.lxor x a), c. split; auto. split.
        { right. exists a. auto. }
        rewrite of_second, <- E by auto. rewrite (N.lxor_comm u), <- N.lxor_assoc.
        now rewrite N.lxor_nilpotent, N.lxor_0_l.
  Qed.
End Sum.

Theorem product_of_sum x y z :
  nim_product (N.lxor x y) z = N.lxor (nim_product x z) (nim_product y z).
Proof.
  remember (x + y + z) as m eqn:M. revert x y z M.
  induction m as [m IH] using (well_founded_induction N.lt_wf_0). intros x y z ->.
  assert (B : forall x' y' z', x' + y' + z' < x + y + z ->
    nim_product (N.lxor x' y') z' = N.lxor (nim_product x' z') (nim_product y' z')).
  { intros x' y' z' L. apply (IH _ L _ _ _ eq_refl). }
  apply (is_mex_unique _ _ _ _ (sums_of_whole x y z) (sums_of_parts x y z B)). reflexivity.
Qed.

Lemma sum_of_product x y z :
  nim_product z (N.lxor x y) = N.lxor (nim_product z x) (nim_product z y).
Proof. rewrite !(product_comm z). apply product_of_sum. Qed.

Lemma product_0_l y : nim_product 0 y = 0.
Proof. reflexivity. Qed.

Lemma product_0_r x : nim_product x 0 = 0.
Proof. rewrite product_comm. apply product_0_l. Qed.
