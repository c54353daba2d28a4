(** The theorem of Guy and Smith for systems of kinds of heaps
    (discover/systems/theorems/guy_smith.py), with one period for all kinds: it is a common multiple
    of theirs. *)
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

  (** * The theorem of Guy and Smith *)

  Variables p n0 parts_most drop_most : N.

  Definition divides (m : N) : bool := (1 <=? m) && (p mod m =? 0).
  Definition suits_schema (s : schema) : bool :=
    (N.of_nat (length (parts s)) <=? parts_most) && (drop s <=? Z.of_N drop_most)%Z &&
    divides (of_modulus s) &&
    forallb (fun q => divides (modulus q) && (least q <=? n0)) (parts s).
  Definition suits : bool :=
    (1 <=? parts_most) && (1 <=? p) &&
    forallb (fun k => (N.of_nat (length (listed k)) <=? n0) && forallb suits_schema (schemas k)) kinds.

  Definition stop : N := parts_most * n0 + (parts_most - 1) * p + drop_most.

  Definition repeats (t n q : N) : bool :=
    covered length_of (t, n + q) && covered length_of (t, n) && (entry (t, n + q) =? entry (t, n)).

  Definition joint_window : bool :=
    all_of (fun t => all_of (fun n => repeats t n p) n0 (N.to_nat (stop - n0))) 0 (length kinds).

  Variable G : heap -> N.
  Hypothesis HG : is_system_grundy options G.
  Hypothesis right : tables_right = true.

  Lemma repeats_G t n q : repeats t n q = true -> G (t, n + q) = G (t, n).
  Proof.
    unfold repeats. intro R. apply andb_prop in R as [R E]. apply andb_prop in R as [A B].
    apply N.eqb_eq in E. now rewrite !(tables_right_spec right G HG).
  Qed.

  Lemma allowed_shift m l n : divides m = true -> allowed m l (n + p) = allowed m l n.
  Proof.
    unfold divides, allowed. intro D. apply andb_prop in D as [A B].
    apply N.leb_le in A. apply N.eqb_eq in B. f_equal. f_equal.
    rewrite <- N.add_mod_idemp_r by lia. rewrite B, N.add_0_r. reflexivity.
  Qed.

  Lemma xor_list_app l r : xor_list (l ++ r) = N.lxor (xor_list l) (xor_list r).
  Proof.
    induction l as [| a l IH]; cbn; [reflexivity |]. unfold xor_list in IH.
    now rewrite IH, N.lxor_assoc.
  Qed.

  Lemma value_replaced l1 h h' l2 b :
    G h' = G h -> value_of_heaps G ((l1 ++ h' :: l2) ++ b) = value_of_heaps G ((l1 ++ h :: l2) ++ b).
  Proof. intro E. unfold value_of_heaps. rewrite !map_app. cbn. now rewrite E. Qed.

  Hypothesis suited : suits = true.
  Hypothesis window : joint_window = true.

  Theorem joint_law : forall t n, n0 <= n -> G (t, n + p) = G (t, n).
  Proof.
    unfold suits in suited. rewrite !andb_true_iff, forallb_forall in suited.
    destruct suited as [[S1 S2] S3]. apply N.leb_le in S1, S2.
    unfold joint_window, all_of in window. rewrite forallb_forall in window.
    intros t n. remember (rank (t, n + p)) as r. revert t n Heqr.
    induction r as [r IH] using (well_founded_induction Wf_nat.lt_wf). intros t n -> B.
    destruct (nth_error kinds (N.to_nat t)) as [k |] eqn:E.
    2:{ rewrite (HG (t, n + p)), (HG (t, n)). unfold options, of_kinds. cbn [fst snd].
        now rewrite E. }
    assert (Lt : (N.to_nat t < length kinds)%nat) by (apply nth_error_Some; congruence).
    destruct (N.lt_ge_cases n stop) as [W | W].
    { apply repeats_G. specialize (window t). rewrite forallb_forall in window.
      apply window; apply In_upto; lia. }
    specialize (S3 k (nth_error_In _ _ E)). rewrite andb_true_iff, forallb_forall in S3.
    destruct S3 as [Sk S3]. apply N.leb_le in Sk.
    assert (large : forall m, n <= m -> options (t, m) = flat_map (by_schema m) (schemas k)).
    { intros m L. unfold options, of_kinds. cbn [fst snd]. rewrite E.
      assert (Z : nth_error (listed k) (N.to_nat m) = None) by (apply nth_error_None; lia).
      now rewrite Z. }
    assert (law : forall o h, In o (options (t, n + p)) -> In h o -> n0 + p <= snd h ->
                    G h = G (fst h, snd h - p)).
    { intros o [u a] I J L. cbn [fst snd] in *.
      rewrite <- (IH (rank (u, a)) (rank_falls _ _ _ I J) u (a - p)); [f_equal; f_equal; lia | | lia].
      f_equal. f_equal. lia. }
    unfold stop in W.
    apply (same_option_values options); auto; intros o I.
    - assert (I' := I). rewrite large in I by lia. apply in_flat_map in I as (s & Is & I).
      specialize (S3 s Is). unfold suits_schema in S3.
      rewrite !andb_true_iff, forallb_forall in S3. destruct S3 as [[[P1 P2] P3] P4].
      apply N.leb_le in P1. apply Z.leb_le in P2.
      apply In_by_schema in I as (A & [[Z ->] | (l & m & F & -> & M)]).
      + exists (beside s). split; auto. rewrite large by lia. apply in_flat_map. exists s.
        split; auto. apply In_by_schema. rewrite <- (allowed_shift _ _ _ P3). auto.
      + destruct (large_part _ _ _ (n0 + p) F) as (l1 & u & a & l2 & -> & L & q & Iq & Fq & R).
        { assert (N.of_nat (length (parts s)) * (n0 + p) <= parts_most * (n0 + p)) by nia. nia. }
        specialize (P4 q Iq). apply andb_prop in P4 as [P4 P5]. apply N.leb_le in P5.
        assert (Fb : fits_part q (a - p) = true).
        { unfold fits_part in *. apply andb_prop in Fq as [_ Fq]. apply andb_true_intro. split.
          - apply N.leb_le. lia.
          - rewrite <- (allowed_shift _ _ _ P4). now replace (a - p + p) with a by lia. }
        specialize (R _ Fb). exists ((l1 ++ (u, a - p) :: l2) ++ beside s). split.
        * rewrite large by lia. apply in_flat_map. exists s. split; auto. apply In_by_schema.
          split; [now rewrite <- (allowed_shift _ _ _ P3) |]. right.
          exists (l1 ++ (u, a - p) :: l2), (m - a + (a - p)). repeat split; auto.
          pose proof (fits_at_most _ _ _ _ _ _ F).
          lia.
        * apply value_replaced. symmetry. apply (law _ (u, a) I'); [| cbn; lia].
          rewrite <- app_assoc. apply in_elt.
    - rewrite large in I by lia. apply in_flat_map in I as (s & Is & I).
      specialize (S3 s Is). unfold suits_schema in S3.
      rewrite !andb_true_iff, forallb_forall in S3. destruct S3 as [[[P1 P2] P3] P4].
      apply N.leb_le in P1. apply Z.leb_le in P2.
      apply In_by_schema in I as (A & [[Z ->] | (l & m & F & -> & M)]).
      + exists (beside s). split; auto. rewrite large by lia. apply in_flat_map. exists s.
        split; auto. apply In_by_schema. rewrite (allowed_shift _ _ _ P3). auto.
      + destruct (large_part _ _ _ n0 F) as (l1 & u & a & l2 & -> & L & q & Iq & Fq & R).
        { assert (N.of_nat (length (parts s)) * n0 <= parts_most * n0) by nia. nia. }
        specialize (P4 q Iq). apply andb_prop in P4 as [P4 P5]. apply N.leb_le in P5.
        assert (Fb : fits_part q (a + p) = true).
        { unfold fits_part in *. apply andb_prop in Fq as [_ Fq]. apply andb_true_intro. split.
          - apply N.leb_le. lia.
          - now rewrite (allowed_shift _ _ _ P4). }
        specialize (R _ Fb).
        assert (I2 : In ((l1 ++ (u, a + p) :: l2) ++ beside s) (options (t, n + p))).
        { rewrite large by lia. apply in_flat_map. exists s. split; auto. apply In_by_schema.
          split; [now rewrite (allowed_shift _ _ _ P3) |]. right.
          exists (l1 ++ (u, a + p) :: l2), (m - a + (a + p)). repeat split; auto.
          pose proof (fits_at_most _ _ _ _ _ _ F).
          lia. }
        exists ((l1 ++ (u, a + p) :: l2) ++ beside s). split; auto.
        apply value_replaced. rewrite (law _ (u, a + p) I2); [| | cbn; lia].
        * cbn [fst snd]. now replace (a + p - p) with a by lia.
        * rewrite <- app_assoc. apply in_elt.
  Qed.

  (** A kind may have a shorter period of its own, or have it earlier. *)
  Definition own_window (t m0 q : N) : bool :=
    all_of (fun n => repeats t n q) m0 (N.to_nat (N.max n0 m0 + p - m0)).

  Theorem own_law t m0 q : own_window t m0 q = true -> forall n, m0 <= n -> G (t, n + q) = G (t, n).
  Proof.
    unfold own_window, all_of. rewrite forallb_forall. intros C n.
    assert (S2 : 1 <= p).
    { unfold suits in suited. rewrite !andb_true_iff in suited. destruct suited as [[_ S2] _].
      now apply N.leb_le in S2. }
    induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro B.
    destruct (N.lt_ge_cases n (N.max n0 m0 + p)) as [L | L].
    - apply repeats_G, C, In_upto. lia.
    - replace n with (n - p + p) by lia.
      replace (n - p + p + q) with (n - p + q + p) by lia.
      rewrite !joint_law by lia. apply IH; lia.
  Qed.
End Kinds.

(** A kind [t], from where on, and its period. *)
Definition law_of_kind := (N * N * N)%type.
Definition holds (G : heap -> N) (l : law_of_kind) : Prop :=
  let '(t, m0, q) := l in forall n, m0 <= n -> G (t, n + q) = G (t, n).

(** All of it as one computation: a rank of the heaps; a table of values, as many of each kind as
    one likes; a period of all kinds together; each kind with its own. *)
Definition check_kinds kinds scale shift weights (tables : list (list N)) p n0 parts_most drop_most
    (laws : list law_of_kind) : bool :=
  let maps := map (fun l => fill 0 l (PositiveMap.empty N)) tables in
  let lengths := map (fun l => N.of_nat (length l)) tables in
  kinds_fall kinds scale shift weights && tables_right kinds maps lengths &&
  suits kinds p n0 parts_most drop_most &&
  joint_window kinds maps lengths p n0 parts_most drop_most &&
  forallb (fun l : law_of_kind => let '(t, m0, q) := l in own_window maps lengths p n0 t m0 q) laws.

Theorem kinds_law kinds scale shift weights tables p n0 parts_most drop_most laws :
  check_kinds kinds scale shift weights tables p n0 parts_most drop_most laws = true ->
  forall G, is_system_grundy (of_kinds kinds) G -> forall l, In l laws -> holds G l.
Proof.
  unfold check_kinds. rewrite !andb_true_iff, !forallb_forall.
  intros [[[[A B] C] D] E] G HG [[t m0] q] I. specialize (E _ I). unfold holds.
  now apply (own_law kinds scale shift weights A _ _ p n0 parts_most drop_most G HG B C D).
Qed.

Theorem kinds_there_is kinds scale shift weights :
  kinds_fall kinds scale shift weights = true -> exists G, is_system_grundy (of_kinds kinds) G.
Proof. apply kinds_exist. Qed.
