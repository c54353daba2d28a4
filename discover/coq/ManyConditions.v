(** Take-and-break codes with conditions, any number of heaps
    (discover/heaps/theorems/breaking_conditions.py): the values of the options of n, of each set of heaps
    one order alone, the smallest first. *)
From Coq Require Import NArith List Lia Bool Arith Permutation.
From Mexplore Require Import Grundy Evaluate TakeAndBreak TwoHeaps Conditions.
Import ListNotations.
Local Open Scope N_scope.

(** All ways to write m as a sum of i numbers from low on that never fall. *)
Fixpoint ascending (i : nat) (low m : N) : list (list N) :=
  match i with
  | O => if m =? 0 then [[]] else []
  | S O => if low <=? m then [[m]] else []
  | S j => flat_map (fun a => map (cons a) (ascending j a (m - a)))
             (upto (N.to_nat (m / N.of_nat i + 1 - low)) low)
  end.

Inductive rising : N -> list N -> Prop :=
  | rising_nil low : rising low []
  | rising_cons low a o : low <= a -> rising a o -> rising low (a :: o).

Lemma rising_total low o : rising low o -> N.of_nat (length o) * low <= total o.
Proof. induction 1; cbn [length total]; nia. Qed.

Lemma ascending_sound i low m o :
  1 <= low -> In o (ascending i low m) -> length o = i /\ nonempty o /\ total o = m.
Proof.
  revert low m o. induction i as [| i IH]; intros low m o L I.
  - cbn in I. destruct (N.eqb_spec m 0) as [-> |]; [| easy]. destruct I as [<- | []].
    repeat split. constructor.
  - destruct i as [| i].
    + cbn in I. destruct (N.leb_spec low m); [| easy]. destruct I as [<- | []].
      repeat split; [repeat constructor; lia | cbn; lia].
    + set (j := S i) in *.
      change (In o (flat_map (fun a => map (cons a) (ascending j a (m - a)))
                (upto (N.to_nat (m / N.of_nat (S j) + 1 - low)) low))) in I.
      apply in_flat_map in I as (a & A & I). apply in_map_iff in I as (o' & <- & I).
      apply In_upto in A.
      assert (a <= m).
      { assert (m / N.of_nat (S j) <= m) by (apply N.div_le_upper_bound; nia). lia. }
      apply IH in I as (E & P & T); [| lia]. repeat split; cbn [length total]; [lia | | lia].
      constructor; [lia | exact P].
Qed.

Lemma ascending_complete low o :
  rising low o -> In o (ascending (length o) low (total o)).
Proof.
  induction 1 as [low | low a o L R IH]; [now left |]. cbn [length total].
  destruct o as [| b o].
  - cbn. rewrite N.add_0_r. destruct (N.leb_spec low a); [now left | lia].
  - set (j := length (b :: o)) in *. assert (J : j = S (length o)) by reflexivity.
    rewrite J. rewrite J in IH.
    change (In (a :: b :: o) (flat_map (fun a' => map (cons a') (ascending (S (length o)) a' (a + total (b :: o) - a')))
       (upto (N.to_nat ((a + total (b :: o)) / N.of_nat (S (S (length o))) + 1 - low)) low))).
    apply in_flat_map. exists a. split.
    + apply In_upto. pose proof (rising_total _ _ R) as T. fold j in T.
      assert (a <= (a + total (b :: o)) / N.of_nat (S (S (length o)))).
      { apply N.div_le_lower_bound; [lia |]. rewrite <- J. nia. }
      lia.
    + apply in_map. now replace (a + total (b :: o) - a) with (total (b :: o)) by lia.
Qed.

(** The heaps in order. *)
Lemma in_order k o low :
  length o = k -> (forall a, In a o -> low <= a) -> exists o', Permutation o o' /\ rising low o'.
Proof.
  revert o low. induction k as [| k IH]; intros o low E H.
  - destruct o; [| easy]. exists []. split; constructor.
  - assert (X : exists l h r, o = l ++ h :: r /\ forall a, In a o -> h <= a).
    { clear IH H. assert (o <> []) by now destruct o. clear E.
      induction o as [| a o IH]; [easy |]. destruct o as [| b o].
      - exists [], a, []. split; auto. intros c [<- | []]. lia.
      - destruct IH as (l & h & r & E & M); [easy |]. destruct (N.le_gt_cases h a) as [L | L].
        + exists (a :: l), h, r. split; [now rewrite E |]. intros c [<- | C]; auto.
        + exists [], a, (b :: o). split; auto. intros c [<- | C]; [lia |].
          specialize (M c C). lia. }
    destruct X as (l & h & r & -> & M).
    destruct (IH (l ++ r) h) as (o' & P & R).
    + rewrite app_length in *. cbn in E. lia.
    + intros a I. apply M. apply in_app_iff in I. apply in_app_iff. cbn. tauto.
    + exists (h :: o'). split.
      * apply Permutation_sym, Permutation_cons_app, Permutation_sym, P.
      * constructor; auto. apply H, in_elt.
Qed.

Lemma total_permutation o o' : Permutation o o' -> total o = total o'.
Proof. induction 1; cbn [total]; lia. Qed.

Lemma xor_permutation (G : N -> N) o o' :
  Permutation o o' -> xor_list (map G o) = xor_list (map G o').
Proof.
  induction 1 as [| a o o' _ IH | a b o | o o' o'' _ IH _ IH']; cbn [map xor_list fold_right].
  - reflexivity.
  - unfold xor_list in IH. now rewrite IH.
  - now rewrite <- !N.lxor_assoc, (N.lxor_comm (G b)).
  - congruence.
Qed.

Lemma allows_permutation c o o' : Permutation o o' -> allows c o = true -> allows c o' = true.
Proof.
  intro P. destruct c; cbn [allows]; auto.
  - rewrite !distinct_NoDup. now apply Permutation_NoDup.
  - rewrite !negb_true_iff, <- !not_true_iff_false, !all_equal_spec. intros H X. apply H.
    intros a b A B. apply X; now apply (Permutation_in _ P).
  - rewrite !all_equal_spec. intros X a b A B.
    apply X; apply (Permutation_in _ (Permutation_sym P)); auto.
Qed.

Definition values_by (f : N -> N) (n : N) (m : conditional) : list N :=
  if fst (fst m) <=? n
  then map (fun o => xor_list (map f o))
         (filter (allows (snd m)) (ascending (snd (fst m)) 1 (n - fst (fst m))))
  else [].

Definition step_in_order (fuel : nat) (moves : list conditional) (f : N -> N) (n : N) : N :=
  match smex fuel (fold_left (fun s m => visit_all (values_by f n m) s) moves nempty) with
  | Some v => v
  | None => step_of (code_with moves) f n
  end.

Lemma values_by_spec f n m v : In v (values_by f n m) <-> value_with f n m v.
Proof.
  destruct m as [[k i] c]. unfold values_by. rewrite value_option. cbn [fst snd].
  destruct (N.leb_spec k n) as [L | L].
  - rewrite in_map_iff. split.
    + intros (o & <- & I). apply filter_In in I as [I A].
      apply ascending_sound in I as (E & P & T); [| lia]. exists o. split; auto.
      now apply option_intro.
    + intros (o & (_ & E & P & T & A) & ->). cbn [fst snd] in *.
      destruct (in_order i o 1 E) as (o' & Pe & R).
      { intros a I. unfold nonempty in P. rewrite Forall_forall in P. auto. }
      exists o'. split; [symmetry; now apply xor_permutation |]. apply filter_In. split.
      * rewrite <- T, (total_permutation o o' Pe), <- E, (Permutation_length Pe).
        now apply ascending_complete.
      * now apply (allows_permutation _ o).
  - split; [easy |]. intros (o & (X & _) & _). cbn in X. lia.
Qed.

Lemma step_in_order_correct fuel moves G :
  forallb sound_with moves = true -> is_grundy (code_with moves) G ->
  forall f n, (forall m, m < n -> f m = G m) -> step_in_order fuel moves f n = G n.
Proof.
  intros So HG f n H. unfold step_in_order.
  destruct (smex _ _) as [v |] eqn:E; [| apply step_of_correct; auto using code_with_wf].
  apply smex_spec in E. apply (is_mex_unique _ _ _ _ E (grundy_is_mex _ _ HG n)). clear E.
  intro u. rewrite value_code_with.
  assert (X : forall l s, nmem u (fold_left (fun s m => visit_all (values_by f n m) s) l s) = true
              <-> nmem u s = true \/ exists m, In m l /\ value_with f n m u).
  { induction l as [| m l IH]; intro s; cbn [fold_left].
    - split; auto. intros [X | (m & [] & _)]; auto.
    - rewrite IH, visit_all_spec, values_by_spec. split.
      + intros [[X | X] | (m' & I & X)]; auto; right; [exists m | exists m']; split; auto;
          [now left | now right].
      + intros [X | (m' & [-> | I] & X)]; auto. right. eauto. }
  rewrite X, nmem_empty.
  assert (Y : forall m, In m moves -> value_with f n m u <-> value_with G n m u).
  { intros m I. rewrite !value_option.
    assert (Z : forall o, option_by n m o -> xor_list (map f o) = xor_list (map G o)).
    { intros o O. f_equal. apply map_ext_in. intros a A. apply H.
      destruct m as [[k i] c]. now apply (smaller_parts moves So n k i c o a I). }
    split; intros (o & O & ->); exists o; (split; [exact O |]); [apply Z | symmetry; apply Z]; exact O. }
  split.
  - intros [? | (m & I & V)]; [discriminate |]. exists m. split; auto. now apply Y.
  - intros (m & I & V). right. exists m. split; auto. now apply Y.
Qed.

Definition check_heaps (moves : list conditional) (t K p Q n0 : N) : bool :=
  let B := terms t K Q (N.max n0 1) in
  bounds moves t K p Q &&
  let T := table (step_in_order (N.to_nat 4096) moves) B in
  all_from n0 (B - p - n0) (fun n => look T (n + p) =? look T n).

Theorem heaps_law moves t K p Q n0 :
  check_heaps moves t K p Q n0 = true ->
  forall G, is_grundy (code_with moves) G -> forall n, n0 <= n -> G (n + p) = G n.
Proof.
  unfold check_heaps. set (B := terms t K Q (N.max n0 1)). set (fuel := N.to_nat 4096).
  clearbody fuel. intros C G HG. apply andb_prop in C as [C R].
  assert (So : forallb sound_with moves = true).
  { unfold bounds in C. now repeat (apply andb_prop in C as [C _]). }
  apply (law_from moves t K p Q); auto. fold B. intros n L U.
  apply all_from_spec with (m := n) in R; auto; [| lia]. apply N.eqb_eq in R.
  rewrite !(table_correct _ G) in R by (try lia; now apply step_in_order_correct). exact R.
Qed.
