(** Infinite subtraction sets that behave like their first members
    (discover/heaps/theorems/collapse.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate Subtraction Sets.
Import ListNotations.
Local Open Scope N_scope.

(** Let S be the union of A and B, f the Grundy function of A, and f(m) <> f(m + b) for all b in
    B and m >= 0.  Then f is the Grundy function of S. *)
Theorem collapse sets A f G :
  (forall a, In a A -> 1 <= a /\ mem sets a = true) ->
  (forall b m, mem sets b = true -> 1 <= b -> ~ In b A -> f m <> f (m + b)) ->
  is_grundy (subtract A) f -> is_grundy (subtract_from sets) G -> forall n, G n = f n.
Proof.
  intros HA HB Hf HG n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  destruct (grundy_is_mex _ _ Hf n) as [X Y].
  set (V := value_of (subtract_from sets) G n).
  refine (is_mex_unique V V (G n) (f n) (grundy_is_mex _ _ HG n) _ (fun _ => iff_refl _)). unfold V.
  split.
  - intro W. apply value_subtract_from in W as (s & L & M & E). rewrite IH in E by lia.
    destruct (in_dec N.eq_dec s A) as [I | I].
    + apply X. apply value_subtract. exists s. repeat split; auto; lia.
    + apply (HB s (n - s)); auto; [lia |]. replace (n - s + s) with n by lia. auto.
  - intros u Hu. apply Y, value_subtract in Hu as (a & I & L & ->). destruct (HA a I) as [P M].
    apply value_subtract_from. exists a. repeat split; auto. symmetry. apply IH. lia.
Qed.

(** A period decides for all m, and for all b that are congruent. *)
Lemma differ_everywhere (f : N -> N) n0 p b b' :
  1 <= p -> (forall n, n0 <= n -> f (n + p) = f n) ->
  (b = b' \/ n0 <= b /\ n0 <= b' /\ b mod p = b' mod p) ->
  (forall m, m < n0 + p -> f m <> f (m + b')) -> forall m, f m <> f (m + b).
Proof.
  intros P L E D m.
  assert (Up : forall i x, n0 <= x -> f (x + i * p) = f x).
  { intros i x. induction i as [| i IH] using N.peano_ind; intro Hx; [f_equal; lia |].
    replace (x + N.succ i * p) with (x + i * p + p) by lia. rewrite L by lia. auto. }
  induction m as [m IH] using (well_founded_induction N.lt_wf_0).
  destruct (N.lt_ge_cases m (n0 + p)) as [A | A].
  - destruct E as [-> | (B & B' & E)]; auto.
    assert (S : f (m + b) = f (m + b')).
    { assert (C : forall x y, n0 <= x -> x <= y -> x mod p = y mod p -> f (m + y) = f (m + x)).
      { intros x y Hx Hy Hxy. pose proof (N.div_mod x p). pose proof (N.div_mod y p).
        replace (m + y) with (m + x + (y / p - x / p) * p).
        - apply Up. lia.
        - assert (x / p <= y / p) by (apply N.div_le_mono; lia). nia. }
      destruct (N.le_gt_cases b b'); [symmetry |]; apply C; auto; lia. }
    rewrite S. auto.
  - replace (f m) with (f (m - p)); [| symmetry; replace m with (m - p + p) at 1 by lia; apply L; lia].
    replace (f (m + b)) with (f (m - p + b)).
    + apply IH. lia.
    + symmetry. replace (m + b) with (m - p + b + p) by lia. apply L. lia.
Qed.

(** A is what the sets hold up to [last]. *)
Definition check_collapse (sets : list set) (last p n0 : N) : bool :=
  let A := filter (mem sets) (upto (N.to_nat last) 1) in
  let T := table (step_of (subtract A)) (2 * (n0 + p)) in
  let differs b := all_from 0 (n0 + p) (fun m => negb (look T m =? look T (m + b))) in
  check_subtract A last p n0 && (1 <=? p) &&
  match residues sets p last with
  | Some R =>
      forallb differs (filter (mem sets) (upto (N.to_nat (n0 - (last + 1))) (last + 1))) &&
      forallb (fun r => differs (n0 + (r + (p - 1) * n0) mod p)) R
  | None => false
  end.

Theorem collapse_law sets last p n0 :
  check_collapse sets last p n0 = true ->
  forall G, is_grundy (subtract_from sets) G -> forall n, n0 <= n -> G (n + p) = G n.
Proof.
  unfold check_collapse. set (A := filter _ (upto (N.to_nat last) 1)). set (T := table _ _).
  intros C G HG. apply andb_prop in C as [C R]. apply andb_prop in C as [C P]. apply N.leb_le in P.
  destruct (residues sets p last) as [l |] eqn:E; [| discriminate].
  apply andb_prop in R as [R1 R2]. rewrite forallb_forall in R1, R2.
  set (f := grundy (subtract A)).
  assert (HA : forall a, In a A <-> 1 <= a <= last /\ mem sets a = true).
  { intro a. unfold A. rewrite filter_In, In_upto. split; intros [? ?]; split; auto; lia. }
  assert (wf : well_founded (subtract A)) by (apply subtract_wf; intros a I; apply HA in I; lia).
  assert (Hf : is_grundy (subtract A) f) by now apply grundy_exists.
  pose proof (subtract_law A last p n0 C f Hf) as L.
  assert (D : forall b, b < n0 + p ->
            all_from 0 (n0 + p) (fun m => negb (look T m =? look T (m + b))) = true ->
            forall m, m < n0 + p -> f m <> f (m + b)).
  { intros b Hb K m Hm. apply all_from_spec with (m := m) in K; [| lia | lia].
    apply negb_true_iff, N.eqb_neq in K. unfold T in K.
    rewrite !(table_correct _ f) in K by (try lia; now apply step_of_correct). exact K. }
  assert (X : forall n, G n = f n).
  { apply (collapse sets A); auto.
    - intros a I. apply HA in I. intuition lia.
    - intros b m M B N. assert (Far : last < b).
      { destruct (N.le_gt_cases b last); auto. exfalso. apply N. apply HA. split; [lia | auto]. }
      destruct (N.lt_ge_cases b n0) as [U | U].
      + apply (differ_everywhere f n0 p b b); auto. apply D; [lia |]. apply R1.
        apply filter_In. split; auto. apply In_upto. lia.
      + pose proof (residues_spec sets p last l b P E M Far) as I. apply R2 in I.
        set (b' := n0 + (b mod p + (p - 1) * n0) mod p) in I.
        assert (Lt : b' < n0 + p) by (unfold b'; apply N.add_lt_mono_l, N.mod_lt; lia).
        apply (differ_everywhere f n0 p b b'); auto. right. repeat split; [auto | apply N.le_add_r |].
        unfold b'. rewrite N.add_mod_idemp_r, N.add_assoc, (N.add_comm n0), <- N.add_assoc by lia.
        replace (b mod p + (n0 + (p - 1) * n0)) with (b mod p + n0 * p) by nia.
        rewrite N.mod_add, N.mod_mod by lia. reflexivity. }
  intros n Hn. rewrite !X. auto.
Qed.
