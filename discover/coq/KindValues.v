(** Values of systems of kinds of heaps: play ends where a rank falls (rules/systems/ends.py), and a
    table of values is right if each entry is the mex of those of the options
    (rules/checking/kinds.py). *)
From Coq Require Import ZArith NArith List Lia Bool FMapPositive.
From Mexplore Require Import Grundy Evaluate Kinds.
Import ListNotations.
Local Open Scope N_scope.

(** * A rank: scale * size + weight of the kind *)

Definition least_of (ps : list part) : N := fold_right (fun p m => least p + m) 0 ps.

Lemma fits_least ps l m : fits ps l m -> least_of ps <= m.
Proof.
  induction 1 as [p a A | p a ps l m A F IH]; apply andb_prop in A as [A _];
    apply N.leb_le in A; unfold least_of in *; cbn [fold_right]; lia.
Qed.

Lemma fits_bound ps l m u a :
  fits ps l m -> In (u, a) l ->
  exists p, In p ps /\ of_kind p = u /\ a + least_of ps <= m + least p.
Proof.
  intro F. induction F as [p b A | p b ps l m A F IH]; intro I.
  - destruct I as [E | []]. injection E as <- <-. exists p. split; [now left |].
    split; auto. unfold least_of. cbn [fold_right]. lia.
  - change (least_of (p :: ps)) with (least p + least_of ps). destruct I as [E | I].
    + injection E as <- <-. exists p. pose proof (fits_least _ _ _ F). split; [now left |].
      split; auto. lia.
    + destruct (IH I) as (q & J & E & L). exists q. split; [now right |]. split; auto.
      apply andb_prop in A as [A _]. apply N.leb_le in A. lia.
Qed.

Lemma least_In ps p : In p ps -> least p <= least_of ps.
Proof.
  induction ps as [| q ps IH]; [easy |]. change (least_of (q :: ps)) with (least q + least_of ps).
  intros [-> | I]; [lia | specialize (IH I); lia].
Qed.

Lemma fits_at_most ps l1 u a l2 m : fits ps (l1 ++ (u, a) :: l2) m -> a <= m.
Proof.
  intro F. destruct (fits_bound _ _ _ u a F (in_elt _ _ _)) as (p & I & _ & B).
  pose proof (least_In _ _ I). lia.
Qed.

Section Kinds.
  Variable kinds : list kind.
  Variable scale shift : Z.
  Variable weights : list Z.

  Local Open Scope Z_scope.

  Definition weight (t : N) : Z := nth (N.to_nat t) weights 0.
  Definition height (X : heap) : Z := scale * Z.of_N (snd X) + weight (fst X) + shift.

  Definition part_falls (t : N) (s : schema) (p : part) : bool :=
    weight (of_kind p) <?
      weight t + scale * (drop s + Z.of_N (least_of (parts s)) - Z.of_N (least p)).
  Definition all_lower (X : heap) (l : list heap) : bool :=
    forallb (fun h => height h <? height X) l.
  Definition kind_falls (t : N) (k : kind) : bool :=
    let from := N.of_nat (length (listed k)) in
    forallb (fun n => forallb (all_lower (t, n)) (nth (N.to_nat n) (listed k) []))
            (upto (length (listed k)) 0) &&
    forallb (fun s => forallb (part_falls t s) (parts s) && all_lower (t, from) (beside s))
            (schemas k).
  Definition kinds_fall : bool :=
    (0 <? scale) && (0 <=? shift) && forallb (fun w => 0 <=? w + shift) weights &&
    forallb (fun t => match nth_error kinds (N.to_nat t) with
                      | Some k => kind_falls t k
                      | None => true
                      end) (upto (length kinds) 0).

  Definition options : system := of_kinds kinds.
  Definition rank (X : heap) : nat := Z.to_nat (height X).

  Hypothesis fall : kinds_fall = true.

  Lemma fall_parts :
    0 < scale /\ 0 <= shift /\ (forall w, In w weights -> 0 <= w + shift) /\
    forall t k, nth_error kinds (N.to_nat t) = Some k -> kind_falls t k = true.
  Proof.
    unfold kinds_fall in fall. rewrite !andb_true_iff, !forallb_forall in fall.
    destruct fall as [[[A B] C] D]. repeat split; try lia.
    - intros w I. specialize (C w I). lia.
    - intros t k E. assert (L : (N.to_nat t < length kinds)%nat) by (apply nth_error_Some; congruence).
      specialize (D t). rewrite E in D. apply D, In_upto. lia.
  Qed.

  Lemma height_nonneg X : 0 <= height X.
  Proof.
    destruct fall_parts as (A & B & C & _). unfold height, weight.
    destruct (nth_in_or_default (N.to_nat (fst X)) weights 0) as [I | ->]; [apply C in I |]; nia.
  Qed.

  Lemma lower_In X l h : all_lower X l = true -> In h l -> height h < height X.
  Proof. unfold all_lower. rewrite forallb_forall. intros A I. specialize (A h I). lia. Qed.

  Lemma options_fall X o h : In o (options X) -> In h o -> height h < height X.
  Proof.
    destruct fall_parts as (A & B & _ & D). destruct X as [t n]. unfold options, of_kinds.
    cbn [fst snd]. intros I J. destruct (nth_error kinds _) as [k |] eqn:E; [| easy].
    specialize (D t k E). unfold kind_falls in D. rewrite andb_true_iff, !forallb_forall in D.
    destruct D as [D1 D2]. destruct (nth_error (listed k) (N.to_nat n)) as [l |] eqn:El.
    - assert (L : (N.to_nat n < length (listed k))%nat) by (apply nth_error_Some; congruence).
      specialize (D1 n). rewrite (nth_error_nth _ _ [] El), forallb_forall in D1.
      apply (lower_In _ o); auto. apply D1; auto. apply In_upto. lia.
    - apply nth_error_None in El. apply in_flat_map in I as (s & Is & I).
      specialize (D2 s Is). rewrite andb_true_iff, forallb_forall in D2. destruct D2 as [D2 D3].
      assert (Low : forall h, In h (beside s) -> height h < height (t, n)).
      { intros h' I'. apply (lower_In _ _ h') in D3; auto. unfold height in *. cbn [fst snd] in *. nia. }
      apply In_by_schema in I as (_ & [[_ ->] | (l & m & F & -> & M)]); auto.
      apply in_app_iff in J as [J | J]; auto. destruct h as [u a].
      destruct (fits_bound _ _ _ _ _ F J) as (p & Ip & <- & Lp). specialize (D2 p Ip).
      unfold part_falls in D2. apply Z.ltb_lt in D2. unfold height. cbn [fst snd].
      assert (Z.of_N a <= Z.of_N n - (drop s + Z.of_N (least_of (parts s)) - Z.of_N (least p))) by lia.
      nia.
  Qed.

  Lemma rank_falls X o h : In o (options X) -> In h o -> (rank h < rank X)%nat.
  Proof.
    intros I J. pose proof (options_fall X o h I J). pose proof (height_nonneg h).
    unfold rank. lia.
  Qed.

  Theorem kinds_exist : exists G, is_system_grundy options G.
  Proof. apply (system_grundy_exists _ rank), rank_falls. Qed.

  (** * Values: a table whose entries are the mex of their options' entries *)

  Local Open Scope N_scope.
  (** For each kind the table, and how many sizes it covers.  What is not in it counts as 0. *)
  Variable maps : list tmap.
  Variable lengths : list N.

  Section With.
    Variable F : heap -> N.
    Variable size_of : N -> N.

    Definition covered (X : heap) : bool := snd X <? size_of (fst X).
    Definition entry_right (X : heap) : bool :=
      forallb (forallb covered) (options X) &&
      let s := fold_right (fun o s => nadd (value_of_heaps F o) s) nempty (options X) in
      match smex (S (length (options X))) s with Some v => F X =? v | None => false end.

    Variable G : heap -> N.
    Hypothesis HG : is_system_grundy options G.

    Lemma nmem_fold l u :
      nmem u (fold_right (fun o s => nadd (value_of_heaps F o) s) nempty l) = true <->
      exists o, In o l /\ u = value_of_heaps F o.
    Proof.
      induction l as [| o l IH]; cbn [fold_right].
      - rewrite nmem_empty. split; [discriminate | now intros (o & [] & _)].
      - rewrite nmem_add, IH. split.
        + intros [-> | (o' & I & ->)]; [exists o | exists o']; split; auto; [now left | now right].
        + intros (o' & [<- | I] & ->); auto. right. eauto.
    Qed.

    Lemma entries_right :
      (forall X, covered X = true -> entry_right X = true) ->
      forall X, covered X = true -> G X = F X.
    Proof.
      intros R X. remember (rank X) as r. revert X Heqr.
      induction r as [r IH] using (well_founded_induction Wf_nat.lt_wf). intros X -> C.
      specialize (R X C). unfold entry_right in R. rewrite andb_true_iff, forallb_forall in R.
      destruct R as [R1 R2]. destruct (smex _ _) as [v |] eqn:M; [| discriminate].
      apply N.eqb_eq in R2. rewrite R2. apply smex_spec in M.
      apply (is_mex_unique _ _ _ _ (system_is_mex _ _ X HG) M). intro u. rewrite nmem_fold.
      assert (E : forall o, In o (options X) -> value_of_heaps G o = value_of_heaps F o).
      { intros o I. unfold value_of_heaps. f_equal. apply map_ext_in. intros h J.
        specialize (R1 o I). rewrite forallb_forall in R1.
        apply (IH (rank h)); auto. now apply (rank_falls X o). }
      unfold option_value. split; intros (o & I & ->); exists o; split; auto. symmetry. auto.
    Qed.
  End With.

  Definition entry (X : heap) : N := look (nth (N.to_nat (fst X)) maps (PositiveMap.empty N)) (snd X).
  Definition length_of (t : N) : N := nth (N.to_nat t) lengths 0.

  Definition all_of (check : N -> bool) (from : N) (count : nat) : bool :=
    forallb check (upto count from).

  Definition tables_right : bool :=
    all_of (fun t => all_of (fun n => entry_right entry length_of (t, n)) 0
                            (N.to_nat (length_of t)))
           0 (length lengths).

  Lemma tables_right_spec :
    tables_right = true ->
    forall G, is_system_grundy options G -> forall X, covered length_of X = true -> G X = entry X.
  Proof.
    unfold tables_right, all_of. rewrite forallb_forall. intros R G HG.
    apply entries_right; auto. intros [t n] C. unfold covered in C. cbn [fst snd] in C.
    apply N.ltb_lt in C.
    assert (L : (N.to_nat t < length lengths)%nat).
    { destruct (Nat.lt_ge_cases (N.to_nat t) (length lengths)) as [L | L]; auto. exfalso.
      unfold length_of in C. rewrite nth_overflow in C by auto. lia. }
    specialize (R t). rewrite forallb_forall in R. apply R; apply In_upto; lia.
  Qed.
End Kinds.
