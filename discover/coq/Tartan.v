(** The Tartan theorem (discover/boards/theorems/tartan.py): products of two rules.

    Tokens lie on the squares (x, y); [system] is the type of what a move makes of one: a list of
    squares. *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Kinds NimProduct.
Import ListNotations.
Local Open Scope N_scope.

(** A move from x that leaves the heaps A, and one from y that leaves B: tokens on all squares of
    x, A times y, B but on (x, y), which is the first of the list. *)
Definition product_of (R S : rule) : system := fun X =>
  let (x, y) := X in
  flat_map (fun A => map (fun B => tl (list_prod (x :: A) (y :: B))) (S y)) (R x).

Lemma product_of_lists (f g : N -> N) (A B : list N) :
  xor_list (map (fun X => nim_product (f (fst X)) (g (snd X))) (list_prod A B)) =
  nim_product (xor_list (map f A)) (xor_list (map g B)).
Proof.
  assert (app : forall l r, xor_list (l ++ r) = N.lxor (xor_list l) (xor_list r)).
  { intros l r. induction l as [| a l IH]; cbn; [reflexivity |]. unfold xor_list in IH.
    now rewrite IH, N.lxor_assoc. }
  assert (one : forall a, xor_list (map (fun X => nim_product (f (fst X)) (g (snd X)))
                                        (map (fun b => (a, b)) B)) =
                          nim_product (f a) (xor_list (map g B))).
  { intro a. rewrite map_map. cbn [fst snd]. induction B as [| b B IH].
    - symmetry. apply product_0_r.
    - cbn [map].
      change (N.lxor (nim_product (f a) (g b)) (xor_list (map (fun b => nim_product (f a) (g b)) B)) =
              nim_product (f a) (N.lxor (g b) (xor_list (map g B)))).
      now rewrite IH, sum_of_product. }
  induction A as [| a A IH]; [reflexivity |].
  cbn [list_prod]. rewrite map_app, app, one, IH. cbn [map].
  change (xor_list (f a :: map f A)) with (N.lxor (f a) (xor_list (map f A))).
  now rewrite product_of_sum.
Qed.

Section Tartan.
  Variables R S : rule.
  Hypotheses (HR : well_founded R) (HS : well_founded S).

  Definition size (X : N * N) : nat := N.to_nat (fst X + snd X).

  Lemma product_falls X o h : In o (product_of R S X) -> In h o -> (size h < size X)%nat.
  Proof.
    destruct X as [x y], h as [u v]. cbn [product_of]. rewrite in_flat_map.
    intros (A & IA & I) J. apply in_map_iff in I as (B & <- & IB).
    cbn [list_prod map app tl] in J. unfold size. cbn [fst snd]. apply in_app_iff in J as [J | J].
    - apply in_map_iff in J as (b & E & Ib). injection E as <- <-. specialize (HS _ _ _ IB Ib). lia.
    - apply in_prod_iff in J as [Ju Jv]. specialize (HR _ _ _ IA Ju).
      destruct Jv as [<- | Jv]; [lia |]. specialize (HS _ _ _ IB Jv). lia.
  Qed.

  Theorem product_exists : exists G, is_system_grundy (product_of R S) G.
  Proof. apply (system_grundy_exists _ size), product_falls. Qed.

  Variables f g : N -> N.
  Hypotheses (Hf : is_grundy R f) (Hg : is_grundy S g).

  Let by_product (X : N * N) : N := nim_product (f (fst X)) (g (snd X)).

  (** The value of an option, by the nim-products of its squares. *)
  Lemma option_by_product x y A B :
    value_of_heaps by_product (tl (list_prod (x :: A) (y :: B))) =
    N.lxor (N.lxor (nim_product (xor_list (map f A)) (g y)) (nim_product (f x) (xor_list (map g B))))
           (nim_product (xor_list (map f A)) (xor_list (map g B))).
  Proof.
    pose proof (product_of_lists f g (x :: A) (y :: B)) as E.
    assert (V : xor_list (map by_product (list_prod (x :: A) (y :: B))) =
                N.lxor (nim_product (f x) (g y))
                       (value_of_heaps by_product (tl (list_prod (x :: A) (y :: B)))))
      by reflexivity.
    unfold by_product in V at 1. rewrite E in V. cbn [map] in V.
    change (xor_list (f x :: map f A)) with (N.lxor (f x) (xor_list (map f A))) in V.
    change (xor_list (g y :: map g B)) with (N.lxor (g y) (xor_list (map g B))) in V.
    rewrite product_of_sum, !sum_of_product in V.
    apply (f_equal (N.lxor (nim_product (f x) (g y)))) in V.
    rewrite <- (N.lxor_assoc _ _ (value_of_heaps _ _)), N.lxor_nilpotent, N.lxor_0_l in V.
    rewrite <- V. by_bits.
  Qed.

  Theorem product_value G : is_system_grundy (product_of R S) G ->
    forall x y, G (x, y) = nim_product (f x) (g y).
  Proof.
    intros HG x y. apply (system_grundy_unique _ size product_falls G by_product HG).
    clear G HG x y. intros [x y]. symmetry. apply mex_of_is_mex.
    pose proof (grundy_is_mex R f Hf x) as [A1 A2]. pose proof (grundy_is_mex S g Hg y) as [B1 B2].
    change (by_product (x, y)) with (nim_product (f x) (g y)). split.
    - rewrite in_map_iff. intros (o & E & I). cbn [product_of] in I. apply in_flat_map in I as (A & IA & I).
      apply in_map_iff in I as (B & <- & IB). rewrite option_by_product in E. revert E.
      apply products_differ; intro E; [apply A1 | apply B1]; eexists; eauto.
    - intros w L. destruct (product_is_mex (f x) (g y)) as [_ M].
      destruct (M w L) as (u & v & Lu & Lv & ->).
      destruct (A2 u Lu) as (A & IA & ->), (B2 v Lv) as (B & IB & ->).
      rewrite <- option_by_product. apply in_map. cbn [product_of]. apply in_flat_map. exists A.
      split; auto. apply in_map_iff. exists B. auto.
  Qed.
End Tartan.

(** The nim-product of the values of two heaps, which have their laws. *)
Theorem tartan R S (P Q : (N -> N) -> Prop) :
  well_founded R -> well_founded S ->
  (forall f, is_grundy R f -> P f) -> (forall g, is_grundy S g -> Q g) ->
  forall G, is_system_grundy (product_of R S) G ->
  exists f g, is_grundy R f /\ is_grundy S g /\
    (forall x y, G (x, y) = nim_product (f x) (g y)) /\ P f /\ Q g.
Proof.
  intros HR HS HP HQ G HG.
  pose proof (grundy_exists R HR) as Hf. pose proof (grundy_exists S HS) as Hg.
  exists (grundy R), (grundy S). repeat split; auto. now apply (product_value R S HR HS).
Qed.
