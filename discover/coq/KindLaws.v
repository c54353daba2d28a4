(** Periods of kinds, bounded (discover/systems/theorems/guy_smith.py) or with a saltus
    (discover/systems/theorems/growing.py), with one period for all kinds together: it is a common
    multiple of theirs. *)
From Coq Require Import ZArith NArith List Lia Bool FMapPositive.
From Mexplore Require Import Grundy Evaluate Kinds KindValues KindSteps KindShifts KindOptions.
Import ListNotations.
Local Open Scope N_scope.

Section Kinds.
  Variable kinds : list kind.
  Variable maps : list tmap.
  Variable lengths : list N.
  Variable w : window.

  Local Notation p := (period w).
  Local Notation e := (times w).
  Local Notation n0 := (begin w).
  Local Notation parts_most := (most_parts w).
  Local Notation drop_most := (most_drop w).
  Local Notation far := (far_from w).
  Local Notation start := (ready w).
  Local Notation large := (large_from w).
  Local Notation K := (2 ^ power w).
  Local Notation options := (options kinds).
  Local Notation F := (by_law maps w).

  Hypothesis suited : suits kinds maps lengths w = true.

  Local Opaque by_law.

  Local Notation lawful_suits := (lawful_suits kinds maps lengths w suited).
  Local Notation kind_suits := (kind_suits kinds maps lengths w suited).
  Local Notation numbers_suit := (numbers_suit kinds maps lengths w suited).
  Local Notation low_value_kept := (low_value_kept kinds maps lengths w suited).
  Local Notation low_values := (low_values kinds maps lengths w suited).
  Local Notation growing_suits := (growing_suits kinds maps lengths w suited).
  Local Notation high_value := (high_value kinds maps lengths w suited).
  Local Notation before_far := (before_far kinds maps lengths w suited).
  Local Notation lowered_option := (lowered_option kinds maps lengths w suited).
  Local Notation raised_option := (raised_option kinds maps lengths w suited).
  Local Notation law_often := (law_often kinds maps lengths w suited).
  Local Notation law_once := (law_once kinds maps lengths w suited).
  Local Notation no_kind := (no_kind kinds maps lengths w suited).
  Local Notation option_known := (option_known kinds maps lengths w suited).
  Local Notation is_kind := (is_kind kinds).
  Local Notation rise := (rise w).
  Local Notation grows := (grows w).

  (** ** One heap *)

  Section Heap.
    Variables (t : N) (k : kind).
    Hypothesis is_k : nth_error kinds (N.to_nat t) = Some k.
    Hypothesis has_law : is_lawful w t = true.

    Lemma by_schemas n : start <= n -> options (t, n) = flat_map (by_schema n) (schemas k).
    Proof.
      intro L. destruct (lawful_suits _ _ is_k has_law) as (S & _).
      unfold KindValues.options, of_kinds. cbn [fst snd]. rewrite is_k.
      assert (Z : nth_error (listed k) (N.to_nat n) = None) by (apply nth_error_None; lia).
      now rewrite Z.
    Qed.

    Definition has (n v : N) : Prop := option_value options F (t, n) v.

    Lemma has_by_schema n v : start <= n -> has n v <->
      exists s o, In s (schemas k) /\ In o (by_schema n s) /\ v = value_of_heaps F o.
    Proof.
      intro L. unfold has, option_value. rewrite by_schemas by auto. split.
      - intros (o & I & ->). apply in_flat_map in I as (s & I & J). exists s, o. auto.
      - intros (s & o & I & J & ->). exists o. split; auto. apply in_flat_map. eauto.
    Qed.

    Lemma low_values_kept n n' j v : start <= n -> start <= n' ->
      n' = n + e * p \/ n = n' + e * p ->
      j <= large -> 1 <= j -> rise t <> 0 \/ j = 1 -> v < j * K -> has n v -> has n' v.
    Proof.
      destruct numbers_suit as (_ & _ & _ & _ & _ & S1 & S2 & _).
      intros L L' A J1 J2 J3 V. rewrite !has_by_schema by auto. intros (s & o & I & J & ->).
      destruct (low_value_kept t k s is_k has_law I n n' (if n <? n' then far else N.max far (n0 + e * p))
                  j o) as (o' & I' & E); auto.
      - destruct (N.ltb_spec n n'); lia.
      - destruct (N.ltb_spec n n'); lia.
      - exists s, o'. auto.
    Qed.

    Lemma next_value m : start <= m ->
      is_mex (has m) (F (t, m)) -> is_mex (has (m + e * p)) (F (t, m + e * p)).
    Proof.
      intros L [M1 M2].
      destruct numbers_suit as (P1 & P & E1 & La & Fa & S1 & _).
      assert (start <= m + e * p) by lia.
      assert (n0 <= m) by nia.
      assert (far <= m) by nia.
      rewrite law_often by auto. destruct (grows t) eqn:D.
      2:{ pose proof (low_values t m D) as V.
          assert (R : rise t = 0) by (unfold grows in D; now destruct (N.eqb_spec (rise t) 0)).
          rewrite R, N.mul_0_l, N.mul_0_r, N.add_0_r. split.
          - intro C. apply M1. apply (low_values_kept (m + e * p) m 1); auto; lia.
          - intros v Lv. apply (low_values_kept m (m + e * p) 1); auto; lia. }
      destruct (growing_suits t D) as (G1 & G2 & G3 & G4). specialize (G4 m ltac:(lia)).
      assert (R : rise t <> 0) by (unfold grows in D; now destruct (N.eqb_spec (rise t) 0)).
      rewrite N.mul_assoc. pose proof (power_pos (power w)). split.
      - rewrite has_by_schema by auto. intros (s & o & I & J & V).
        destruct (high_value t k s is_k has_law I _ _ R J) as (l1 & u & a & l2 & x & -> & Fi & Z & A & Du & Ru & O).
        { nia. }
        destruct (N.lt_ge_cases a (n0 + e * p)) as [La' | La'].
        + pose proof (before_far u a Du La') as B. rewrite Ru in B.
          rewrite value_beside in V.
          apply (quotient_less (power w) _ (N.lxor (F (u, a)) (value_of_heaps F ((l1 ++ l2) ++ beside s)))) in B.
          * rewrite <- V in B. lia.
          * symmetry. now apply quotient_beside.
        + destruct (lowered_option t k s is_k has_law I l1 u a l2 x m Du Ru Fi Z A O La') as (o & Io & Vo).
          apply M1. apply has_by_schema; auto. exists s, o. repeat split; auto.
          apply (eq_trans V), N.add_cancel_r in Vo. exact Vo.
      - intros v Lv. destruct (N.lt_ge_cases v (large * K)) as [Lo | Hi].
        + apply (low_values_kept m (m + e * p) large); auto; try lia. apply M2. lia.
        + assert (Hm : has m (v - e * rise t * K)) by (apply M2; nia).
          apply has_by_schema in Hm as (s & o & I & J & V); auto.
          destruct (high_value t k s is_k has_law I _ _ R J) as (l1 & u & a & l2 & x & -> & Fi & Z & A & Du & Ru & O).
          { nia. }
          assert (La' : n0 <= a).
          { destruct (N.lt_ge_cases a n0) as [C | C]; auto. exfalso.
            destruct (growing_suits u Du) as (_ & B & _). specialize (B a C). rewrite Ru in B.
            rewrite value_beside in V.
            assert (B' : F (u, a) < (large - e * rise t) * K) by nia.
            apply (quotient_less (power w) _ (N.lxor (F (u, a)) (value_of_heaps F ((l1 ++ l2) ++ beside s)))) in B'.
            - rewrite <- V in B'. nia.
            - symmetry. now apply quotient_beside. }
          destruct (raised_option t k s is_k has_law I l1 u a l2 x m Du Ru Fi Z A O La') as (o & Io & Vo).
          apply has_by_schema; auto. exists s, o. repeat split; auto.
          apply (f_equal (fun x => x + e * rise t * K)) in V. cbn beta in V.
          rewrite <- (eq_trans V (eq_sym Vo)). nia.
    Qed.
  End Heap.

  (** ** All heaps *)

  Variable scale shift : Z.
  Variable weights : list Z.
  Hypothesis fall : kinds_fall kinds scale shift weights = true.
  Hypothesis right : tables_right kinds maps lengths = true.

  Variable G : heap -> N.
  Hypothesis HG : is_system_grundy options G.

  Notation rank := (rank scale shift weights).

  Lemma same_by_law X :
    (forall Y o, In o (options X) -> In Y o -> (rank Y < rank X)%nat -> G Y = F Y) ->
    forall v, option_value options G X v <-> option_value options F X v.
  Proof.
    intro E.
    assert (S : forall o, In o (options X) -> value_of_heaps G o = value_of_heaps F o).
    { intros o I. unfold value_of_heaps. f_equal. apply map_ext_in. intros h J. apply (E h o I J).
      now apply (rank_falls kinds scale shift weights fall X o). }
    intro v. unfold option_value. split; intros (o & I & ->); exists o; split; auto.
    symmetry. auto.
  Qed.

  Lemma options_known t k n o h : nth_error kinds (N.to_nat t) = Some k -> is_lawful w t = true ->
    start <= n -> In o (options (t, n)) -> In h o -> is_known lengths w h = true.
  Proof.
    intros E L Ln I J. rewrite (by_schemas t k E L n Ln) in I. apply in_flat_map in I as (s & Is & I).
    exact (option_known t k s E L Is n o h I J).
  Qed.

  Theorem values_by_law X : is_known lengths w X = true -> G X = F X.
  Proof.
    remember (rank X) as r. revert X Heqr.
    induction r as [r IH] using (well_founded_induction Wf_nat.lt_wf). intros [t n] -> Kn.
    destruct (is_kind t) as [L | [k E]].
    { destruct (no_kind t n L) as [-> _]. rewrite (HG (t, n)). unfold KindValues.options, of_kinds.
      cbn [fst]. now apply nth_error_None in L as ->. }
    destruct (N.lt_ge_cases n (length_of lengths t)) as [C | C].
    { pose proof (kind_suits _ _ E) as S. unfold suits_kind in S. rewrite !andb_true_iff in S.
      destruct S as [_ S].
      rewrite (tables_right_spec kinds scale shift weights fall maps lengths right G HG).
      - pose proof (all_of_spec _ _ _ S n) as V. cbn beta in V. rewrite N.eqb_eq in V.
        apply V; lia.
      - unfold covered. cbn [fst snd]. now apply N.ltb_lt. }
    unfold is_known, covered in Kn. cbn [fst snd] in Kn.
    apply N.ltb_ge in C as C'. rewrite C', orb_false_r in Kn. clear C'.
    destruct (lawful_suits _ _ E Kn) as (_ & _ & S1).
    assert (exists m, n = m + e * p) as [m ->] by (exists (n - e * p); lia).
    assert (Lm : start <= m) by lia.
    assert (Fm : (rank (t, m) < rank (t, (m + e * p)%N))%nat).
    { destruct numbers_suit as (_ & P & E1 & _).
      pose proof (height_nonneg kinds scale shift weights fall (t, m)).
      pose proof (fall_parts kinds scale shift weights fall) as (Sc & _).
      unfold KindValues.rank, height in *. cbn [fst snd] in *. nia. }
    pose proof (system_is_mex _ _ (t, m) HG) as M1.
    pose proof (system_is_mex _ _ (t, m + e * p) HG) as M2.
    rewrite (IH _ Fm (t, m) eq_refl) in M1 by (unfold is_known; cbn [fst]; now rewrite Kn).
    eapply is_mex_same in M1; [| apply same_by_law].
    2:{ intros Y o I J L. apply (IH _ (Nat.lt_trans _ _ _ L Fm) Y eq_refl).
        now apply (options_known t k m o). }
    eapply is_mex_same in M2; [| apply same_by_law].
    2:{ intros Y o I J L. apply (IH _ L Y eq_refl).
        apply (options_known t k (m + e * p) o); auto. lia. }
    apply (is_mex_unique _ _ _ _ M2 (next_value t k E Kn m Lm M1)). reflexivity.
  Qed.

  (** A kind may have a shorter period of its own, or have it earlier. *)
  Definition own_window (t m0 d s : N) : bool :=
    all_of (fun n => F (t, n + d) =? F (t, n) + s) m0 (N.to_nat (N.max n0 m0 + p - m0)).

  Theorem own_law t m0 d s : is_lawful w t && own_window t m0 d s = true ->
    forall n, m0 <= n -> G (t, n + d) = G (t, n) + s.
  Proof.
    intros C n. apply andb_prop in C as [L0 C].
    assert (Kn : forall n, is_known lengths w (t, n) = true).
    { intro m. unfold is_known. cbn [fst]. now rewrite L0. }
    rewrite !values_by_law by auto. destruct numbers_suit as (_ & P & _).
    induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro B.
    destruct (N.lt_ge_cases n (N.max n0 m0 + p)) as [L | L].
    - pose proof (all_of_spec _ _ _ C n) as V. cbn beta in V. rewrite N.eqb_eq in V. apply V; lia.
    - specialize (IH (n - p) ltac:(lia) ltac:(lia)).
      replace n with (n - p + p) by lia. replace (n - p + p + d) with (n - p + d + p) by lia.
      rewrite !law_once by lia. lia.
  Qed.
End Kinds.

(** A kind [t], from where on, its period, and by how much values rise in one. *)
Definition law_of_kind := (N * N * N * N)%type.
Definition holds (G : heap -> N) (l : law_of_kind) : Prop :=
  let '(t, m0, d, s) := l in forall n, m0 <= n -> G (t, n + d) = G (t, n) + s.

(** All of it as one computation: a rank of the heaps; a table of values, as many of each kind as
    one likes; a period of all kinds together; each kind with its own. *)
Definition check_kinds kinds scale shift weights (tables : list (list N)) (w : window)
    (laws : list law_of_kind) : bool :=
  let maps := map (fun l => fill 0 l (PositiveMap.empty N)) tables in
  let lengths := map (fun l => N.of_nat (length l)) tables in
  kinds_fall kinds scale shift weights && tables_right kinds maps lengths &&
  suits kinds maps lengths w &&
  forallb (fun l : law_of_kind => let '(t, m0, d, s) := l in
            is_lawful w t && own_window maps w t m0 d s) laws.

Theorem kinds_law kinds scale shift weights tables w laws :
  check_kinds kinds scale shift weights tables w laws = true ->
  forall G, is_system_grundy (of_kinds kinds) G -> forall l, In l laws -> holds G l.
Proof.
  unfold check_kinds. rewrite !andb_true_iff, !forallb_forall.
  intros [[[A B] C] D] G HG [[[t m0] d] s] I. specialize (D _ I). unfold holds.
  now apply (own_law kinds _ _ w C scale shift weights A B G HG).
Qed.

Theorem kinds_there_is kinds scale shift weights :
  kinds_fall kinds scale shift weights = true -> exists G, is_system_grundy (of_kinds kinds) G.
Proof. apply kinds_exist. Qed.

(** By how much values rise, left out where they do not. *)
Definition raised (s v : N) : N := match s with 0 => v | _ => v + s end.

Lemma raised_is s v : raised s v = v + s.
Proof. destruct s; cbn [raised]; lia. Qed.
