(** Options of heaps that are some periods apart, valued by laws that are continued: those that are
    worth little are the same, and high ones are raised (discover/systems/theorems/growing.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate Kinds KindValues KindSteps KindShifts.
Import ListNotations.
Local Open Scope N_scope.

(** The heaps in an option that fits parts, one by one. *)
Lemma fits_at ps l1 u a l2 m :
  fits ps (l1 ++ (u, a) :: l2) m ->
  exists p, In p ps /\ of_kind p = u /\ fits_part p a = true /\
  forall b, fits_part p b = true -> fits ps (l1 ++ (u, b) :: l2) (m - a + b).
Proof.
  remember (l1 ++ (u, a) :: l2) as l. intro F. revert l1 Heql.
  induction F as [p a' A | p a' ps l m A F IH]; intros [| h l1] E; cbn in E.
  - injection E as <- <- <-. exists p. split; [now left |]. repeat split; auto.
    intros b B. cbn. replace (a' - a' + b) with b by lia. now constructor.
  - injection E as _ E. now destruct l1.
  - injection E as <- <- <-. exists p. split; [now left |]. repeat split; auto.
    intros b B. cbn. replace (a' + m - a' + b) with (b + m) by lia. now constructor.
  - injection E as <- ->. destruct (IH l1 eq_refl) as (q & I & Q & B & R).
    exists q. split; [now right |]. repeat split; auto. intros b Fb. specialize (R b Fb).
    pose proof (fits_at_most _ _ _ _ _ _ F).
    cbn. replace (a' + m - a + b) with (a' + (m - a + b)) by lia. now constructor.
Qed.

Lemma fits_kinds ps l m : fits ps l m -> map fst l = map of_kind ps.
Proof. induction 1; cbn; congruence. Qed.

Lemma fits_length ps l m : fits ps l m -> length l = length ps.
Proof. intro F. apply fits_kinds in F. now rewrite <- (map_length of_kind), <- F, map_length. Qed.

Lemma xor_list_app l r : xor_list (l ++ r) = N.lxor (xor_list l) (xor_list r).
Proof.
  induction l as [| a l IH]; cbn; [reflexivity |]. unfold xor_list in IH.
  now rewrite IH, N.lxor_assoc.
Qed.

(** The value of one heap, and that of all others. *)
Lemma value_beside G l1 h l2 b :
  value_of_heaps G ((l1 ++ h :: l2) ++ b) = N.lxor (G h) (value_of_heaps G ((l1 ++ l2) ++ b)).
Proof.
  unfold value_of_heaps. rewrite !map_app, !xor_list_app. cbn [map].
  change (xor_list (G h :: map G l2)) with (N.lxor (G h) (xor_list (map G l2))).
  apply N.bits_inj. intro i. rewrite !N.lxor_spec.
  now destruct (N.testbit (xor_list (map G l1)) i), (N.testbit (G h) i),
    (N.testbit (xor_list (map G l2)) i), (N.testbit (xor_list (map G b)) i).
Qed.

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
  Local Notation grows := (grows w).
  Local Notation rise := (rise w).
  Local Notation rates := (rates w).

  Hypothesis suited : suits kinds maps lengths w = true.

  Local Notation lawful_suits := (lawful_suits kinds maps lengths w suited).
  Local Notation numbers_suit := (numbers_suit kinds maps lengths w suited).
  Local Notation low_values := (low_values kinds maps lengths w suited).
  Local Notation growing_suits := (growing_suits kinds maps lengths w suited).
  Local Notation law_often := (law_often kinds maps lengths w suited).
  Local Notation law_once := (law_once kinds maps lengths w suited).

  (** ** One option *)

  Local Opaque by_law.

  Section Schema.
    Variables (t : N) (k : kind) (s : schema).
    Hypothesis is_k : nth_error kinds (N.to_nat t) = Some k.
    Hypothesis has_law : is_lawful w t = true.
    Hypothesis is_s : In s (schemas k).

    Lemma schema_suits : suits_schema maps lengths w t s = true.
    Proof.
      destruct (lawful_suits _ _ is_k has_law) as (_ & A & _). rewrite forallb_forall in A. auto.
    Qed.

    Lemma beside_low h : In h (beside s) -> F h < K.
    Proof.
      pose proof schema_suits as A. unfold suits_schema in A. rewrite !andb_true_iff in A.
      destruct A as [[_ A] _]. rewrite forallb_forall in A. intro I. specialize (A h I).
      apply andb_prop in A as [A _]. now apply N.ltb_lt.
    Qed.

    Lemma allowed_same m l a b :
      divides w m = true -> a mod p = b mod p -> allowed m l a = allowed m l b.
    Proof.
      destruct numbers_suit as (_ & P & _). unfold divides, allowed. intros D E.
      apply andb_prop in D as [A B]. apply N.leb_le in A. apply N.eqb_eq in B. f_equal. f_equal.
      apply N.mod_divide in B as [i B]; [| lia]. rewrite (N.div_mod a p), (N.div_mod b p), E by lia.
      rewrite B. replace (i * m * (a / (i * m))) with (i * (a / (i * m)) * m) by lia.
      replace (i * m * (b / (i * m))) with (i * (b / (i * m)) * m) by lia.
      now rewrite !(N.add_comm (_ * m)), !N.mod_add by lia.
    Qed.

    (** Heaps of options have laws, or are in the table. *)
    Lemma option_known n o h : In o (by_schema n s) -> In h o -> is_known lengths w h = true.
    Proof.
      pose proof schema_suits as S. unfold suits_schema in S.
      rewrite !andb_true_iff, !forallb_forall in S. destruct S as [[[_ S1] S2] _].
      intros I J. assert (B : In h (beside s) -> is_known lengths w h = true).
      { intro Ib. specialize (S2 h Ib). now apply andb_prop in S2. }
      apply In_by_schema in I as (_ & [[_ ->] | (l & m & Fi & -> & _)]); auto.
      apply in_app_iff in J as [J | J]; auto. destruct h as [u a]. apply in_split in J as (l1 & l2 & ->).
      destruct (fits_at _ _ _ _ _ _ Fi) as (x & I & <- & _). specialize (S1 x I).
      apply andb_prop in S1 as [_ S1]. unfold is_known. cbn [fst]. now rewrite S1.
    Qed.

    (** A part may have another size with the same remainder. *)
    Lemma resized l1 u a l2 m b : fits (parts s) (l1 ++ (u, a) :: l2) m -> n0 <= b ->
      a mod p = b mod p -> fits (parts s) (l1 ++ (u, b) :: l2) (m - a + b).
    Proof.
      intros Fi L E. destruct (fits_at _ _ _ _ _ _ Fi) as (x & I & _ & A & R). apply R.
      pose proof schema_suits as S. unfold suits_schema in S.
      rewrite !andb_true_iff, !forallb_forall in S. destruct S as [[[_ S] _] _].
      specialize (S x I). apply andb_prop in S as [S _]. apply andb_prop in S as [S1 S2].
      apply N.leb_le in S2.
      unfold fits_part in *. apply andb_prop in A as [_ A]. apply andb_true_intro. split.
      - apply N.leb_le. lia.
      - now rewrite <- (allowed_same _ _ _ _ S1 E).
    Qed.

    (** Options of the heap of n tokens by this schema, as options of heaps of this kind. *)
    Lemma rates_in l m : fits (parts s) l m -> rates s = map rise (filter grows (map fst l)).
    Proof. intro Fi. unfold rates. now rewrite (fits_kinds _ _ _ Fi). Qed.

    Lemma none_grows l : filter grows (map fst l) = [] -> forall h, In h l -> F h < K.
    Proof.
      intros N [u a] I. apply low_values. destruct (grows u) eqn:D; auto.
      assert (J : In u (filter grows (map fst l))).
      { apply filter_In. split; auto. now apply (in_map fst) in I. }
      now rewrite N in J.
    Qed.

    Lemma low_option l : filter grows (map fst l) = [] -> value_of_heaps F (l ++ beside s) < K.
    Proof.
      intro N. apply xor_list_low. intros x I. apply in_map_iff in I as (h & <- & I).
      apply in_app_iff in I as [I | I]; [now apply (none_grows l) | now apply beside_low].
    Qed.

    Lemma grown_parts l1 u a l2 m : fits (parts s) (l1 ++ (u, a) :: l2) m -> grows u = true ->
      rates s = map rise (filter grows (map fst l1)) ++ rise u ::
                map rise (filter grows (map fst l2)).
    Proof.
      intros Fi D. rewrite (rates_in _ _ Fi), map_app, filter_app, map_app. cbn.
      now rewrite D.
    Qed.

    (** One part that grows: the others are worth less than 2^q. *)
    Lemma one_grows l1 u a l2 m r : fits (parts s) (l1 ++ (u, a) :: l2) m -> grows u = true ->
      rates s = [r] -> rise u = r /\ value_of_heaps F ((l1 ++ l2) ++ beside s) < K.
    Proof.
      intros Fi D E. rewrite (grown_parts _ _ _ _ _ Fi D) in E.
      destruct (filter grows (map fst l1)) as [| x [| ? ?]] eqn:E1; cbn in E; [| easy ..].
      destruct (filter grows (map fst l2)) as [| x ?] eqn:E2; cbn in E; [| easy].
      injection E as ->. split; auto. apply low_option. now rewrite map_app, filter_app, E1, E2.
    Qed.

    (** ** Low values: the options of heaps that are e periods apart have the same *)

    Definition apart (i x y : N) : Prop := y = x + i * p \/ x = y + i * p.

    Lemma apart_mod i x y : apart i x y -> x mod p = y mod p.
    Proof.
      destruct numbers_suit as (_ & P & _).
      intros [-> | ->]; rewrite N.mod_add by lia; reflexivity.
    Qed.

    Lemma bounded_same u i x y : grows u = false -> n0 <= x -> n0 <= y -> apart i x y ->
      F (u, x) = F (u, y).
    Proof.
      intros D X Y A. assert (R : rise u = 0) by (unfold grows in D; now destruct (N.eqb_spec (rise u) 0)).
      destruct A as [-> | ->]; rewrite law_often, R by lia; lia.
    Qed.

    Lemma pair_same u v a b a' b' : rise u = rise v -> F (u, a) / K = F (v, b) / K ->
      n0 <= a -> n0 <= b -> n0 <= a' -> n0 <= b' ->
      (a' = a + p /\ b' = b + p) \/ (a = a' + p /\ b = b' + p) ->
      N.lxor (F (u, a')) (F (v, b')) = N.lxor (F (u, a)) (F (v, b)).
    Proof.
      pose proof (power_pos (power w)). intros R Q A B A' B' [[-> ->] | [-> ->]].
      - rewrite !law_once, R by lia. now apply raised_both.
      - rewrite !law_once, R in * by lia. rewrite !N.div_add in Q by lia.
        symmetry. apply raised_both. lia.
    Qed.

    Lemma by_schema_kept n n' : apart e n n' ->
      allowed (of_modulus s) (in_residues s) n = true ->
      allowed (of_modulus s) (in_residues s) n' = true.
    Proof.
      intros A. pose proof (schema_suits) as S. unfold suits_schema in S.
      rewrite !andb_true_iff in S. destruct S as [[[[_ S] _] _] _].
      now rewrite (allowed_same _ _ _ _ S (apart_mod _ _ _ A)).
    Qed.

    Lemma size_suits : N.of_nat (length (parts s)) <= parts_most /\ (drop s <= Z.of_N drop_most)%Z.
    Proof.
      pose proof schema_suits as S. unfold suits_schema in S. rewrite !andb_true_iff in S.
      destruct S as [[[[[S1 S2] _] _] _] _]. split; [now apply N.leb_le | now apply Z.leb_le].
    Qed.

    (** Two parts that grow: both are large, and both are changed by p. *)
    Lemma both_move l1 u a l2 m n r r' c : rates s = [r; r'] ->
      fits (parts s) (l1 ++ (u, a) :: l2) m -> grows u = true ->
      large * K <= F (u, a) -> n0 + c <= a ->
      value_of_heaps F ((l1 ++ (u, a) :: l2) ++ beside s) < K ->
      (n = m + e * p /\ c = 0) \/ (m = n + e * p /\ c = p) ->
      exists l, fits (parts s) l n /\
        value_of_heaps F (l ++ beside s) = value_of_heaps F ((l1 ++ (u, a) :: l2) ++ beside s).
    Proof.
      intros R Fi D La Aa V M. pose proof schema_suits as S. unfold suits_schema, rates_suit in S.
      rewrite R, !andb_true_iff in S. destruct S as [_ [[[_ S1] S2] S3]].
      apply N.eqb_eq in S1, S2. apply Nat.eqb_eq in S3. subst r'.
      destruct numbers_suit as (_ & P & _).
      assert (Ex : exists v b, grows v = true /\ rise u = rise v /\
                (l1 = [] /\ l2 = [(v, b)] \/ l1 = [(v, b)] /\ l2 = [])).
      { pose proof (grown_parts _ _ _ _ _ Fi D) as G. rewrite R in G.
        apply fits_length in Fi. rewrite app_length in Fi. cbn in Fi. rewrite S3 in Fi.
        destruct l1 as [| [v b] [| ? ?]]; cbn in Fi; [| | lia].
        - destruct l2 as [| [v b] [| ? ?]]; cbn in Fi; [lia | | lia]. exists v, b.
          cbn in G. destruct (grows v) eqn:Dv; cbn in G; [| easy]. injection G as <- <-. auto 6.
        - destruct l2; cbn in Fi; [| lia]. exists v, b.
          cbn in G. destruct (grows v) eqn:Dv; cbn in G; [| easy]. injection G as <- <-. auto 6. }
      destruct Ex as (v & b & Dv & Ruv & Ex).
      assert (Q : F (u, a) / K = F (v, b) / K).
      { apply same_quotient.
        assert (B : value_of_heaps F (beside s) < K).
        { apply xor_list_low. intros x I. apply in_map_iff in I as (h & <- & I).
          now apply beside_low. }
        assert (E : value_of_heaps F ((l1 ++ (u, a) :: l2) ++ beside s) =
                    N.lxor (N.lxor (F (u, a)) (F (v, b))) (value_of_heaps F (beside s))).
        { rewrite value_beside. rewrite N.lxor_assoc. f_equal.
          destruct Ex as [[-> ->] | [-> ->]]; reflexivity. }
        rewrite E in V.
        replace (N.lxor (F (u, a)) (F (v, b))) with
          (N.lxor (N.lxor (N.lxor (F (u, a)) (F (v, b))) (value_of_heaps F (beside s)))
                  (value_of_heaps F (beside s)))
          by now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
        now apply lxor_low. }
      assert (Bb : n0 + p <= b).
      { destruct (N.lt_ge_cases b (n0 + p)) as [L | L]; auto. exfalso.
        destruct (growing_suits v Dv) as (_ & _ & W & _). specialize (W b L).
        symmetry in Q. pose proof (quotient_less (power w) _ _ _ Q W). lia. }
      set (a' := a + p - 2 * c). set (b' := b + p - 2 * c).
      assert (C : c = 0 \/ c = p) by lia.
      assert (Aa' : n0 <= a') by (unfold a'; lia).
      assert (Bb' : n0 <= b') by (unfold b'; lia).
      assert (Ma : a mod p = a' mod p).
      { apply (apart_mod 1). unfold apart, a'. lia. }
      assert (Mb : b mod p = b' mod p).
      { apply (apart_mod 1). unfold apart, b'. lia. }
      pose proof (resized _ _ _ _ _ a' Fi Aa' Ma) as Fi'.
      pose proof (fits_at_most _ _ _ _ _ _ Fi) as Lam.
      assert (W : N.lxor (F (u, a')) (F (v, b')) = N.lxor (F (u, a)) (F (v, b))).
      { apply pair_same; auto; lia. }
      destruct Ex as [[-> ->] | [-> ->]].
      - cbn in Fi'. pose proof (resized [(u, a')] v b [] _ b' Fi' Bb' Mb) as Fi''.
        pose proof (fits_at_most _ [(u, a')] _ _ _ _ Fi') as Lbm.
        exists [(u, a'); (v, b')]. split.
        + replace n with (m - a + a' - b + b'); [exact Fi'' |]. unfold a', b' in *. lia.
        + unfold value_of_heaps in *. cbn in *. rewrite <- !N.lxor_assoc. now rewrite W.
      - cbn in Fi'. pose proof (resized [] v b [(u, a')] _ b' Fi' Bb' Mb) as Fi''.
        pose proof (fits_at_most _ [] _ _ _ _ Fi') as Lbm.
        exists [(v, b'); (u, a')]. split.
        + replace n with (m - a + a' - b + b'); [exact Fi'' |]. unfold a', b' in *. lia.
        + unfold value_of_heaps in *. cbn in *. rewrite <- !N.lxor_assoc.
          now rewrite (N.lxor_comm (F (v, b'))), W, (N.lxor_comm (F (v, b))).
    Qed.

    Lemma low_value_kept n n' c j o : n' = n + e * p /\ c = far \/
        n = n' + e * p /\ c = N.max far (n0 + e * p) ->
      parts_most * c + drop_most <= n -> j <= large -> 1 <= j -> rise t <> 0 \/ j = 1 ->
      In o (by_schema n s) -> value_of_heaps F o < j * K ->
      exists o', In o' (by_schema n' s) /\ value_of_heaps F o' = value_of_heaps F o.
    Proof.
      intros A Ln Lj Lj' J I V. destruct numbers_suit as (_ & P & _ & _ & Fa & _).
      assert (Ap : apart e n n') by (unfold apart; lia).
      destruct size_suits as [S1 S2].
      apply In_by_schema in I as (Al & [[Z ->] | (l & m & Fi & -> & M)]).
      { exists (beside s). split; auto. apply In_by_schema. split; [| now left].
        now apply (by_schema_kept n). }
      assert (Al' := by_schema_kept _ _ Ap Al).
      destruct (large_part _ _ _ c Fi) as (l1 & u & a & l2 & -> & L & _).
      { assert (N.of_nat (length (parts s)) * c <= parts_most * c) by nia. lia. }
      pose proof (fits_at_most _ _ _ _ _ _ Fi) as Lam.
      destruct (grows u) eqn:D.
      2:{ set (a' := a + n' - n). exists ((l1 ++ (u, a') :: l2) ++ beside s). split.
          - apply In_by_schema. split; auto. right. exists (l1 ++ (u, a') :: l2), (m - a + a').
            split; [| split; [auto | unfold a'; lia]].
            apply resized; auto; [unfold a'; lia |]. apply (apart_mod e). unfold apart, a'. lia.
          - rewrite !value_beside. f_equal. apply (bounded_same u e); auto; unfold apart, a'; lia. }
      assert (La : large * K <= F (u, a)) by (apply growing_suits; auto; lia).
      pose proof schema_suits as S. unfold suits_schema in S. rewrite andb_true_iff in S.
      destruct S as [_ S]. unfold rates_suit in S.
      destruct (rates s) as [| r [| r' [|]]] eqn:R; [.. | easy].
      - rewrite (grown_parts _ _ _ _ _ Fi D) in R. symmetry in R. now apply app_cons_not_nil in R.
      - exfalso. destruct (one_grows _ _ _ _ _ _ Fi D R) as [_ O].
        rewrite value_beside in V. apply (quotient_less (power w) _ (F (u, a))) in V; [nia |].
        now apply quotient_beside.
      - rewrite !andb_true_iff in S. destruct S as [[[S3 _] S4] _]. apply N.eqb_eq in S3, S4.
        assert (j = 1) as -> by tauto. rewrite N.mul_1_l in V.
        assert (exists n'', Z.of_N n' = (Z.of_N n'' + drop s)%Z) as [m' M'].
        { exists (Z.to_N (Z.of_N n' - drop s)).
          assert (N.of_nat (length (parts s)) * c <= parts_most * c) by nia. lia. }
        destruct (both_move l1 u a l2 m m' r r' (if n <? n' then 0 else p) R Fi D La) as (l & Fl & E).
        { destruct (N.ltb_spec n n'); lia. }
        { exact V. }
        { destruct (N.ltb_spec n n'); lia. }
        exists (l ++ beside s). split; auto. apply In_by_schema. split; auto. right. exists l, m'. auto.
    Qed.

    (** ** High values of a kind that grows: one part grows, at its rate *)

    Lemma high_value n o : rise t <> 0 -> In o (by_schema n s) -> K <= value_of_heaps F o ->
      exists (l1 : list heap) (u a : N) (l2 : list heap) m, o = (l1 ++ (u, a) :: l2) ++ beside s /\
        fits (parts s) (l1 ++ (u, a) :: l2) m /\ Z.of_N n = (Z.of_N m + drop s)%Z /\
        allowed (of_modulus s) (in_residues s) n = true /\
        grows u = true /\ rise u = rise t /\ value_of_heaps F ((l1 ++ l2) ++ beside s) < K.
    Proof.
      intros Rt I V. apply In_by_schema in I as (A & [[Z ->] | (l & m & Fi & -> & M)]).
      { exfalso. apply N.le_ngt in V. apply V. apply xor_list_low. intros x I.
        apply in_map_iff in I as (h & <- & I). now apply beside_low. }
      destruct (filter grows (map fst l)) as [| u us] eqn:Fu.
      { apply low_option in Fu. now apply N.le_ngt in V. }
      assert (I : In u (filter grows (map fst l))) by (rewrite Fu; now left).
      apply filter_In in I as [I D]. apply in_map_iff in I as ([u' a] & E & I). cbn in E. subst u'.
      apply in_split in I as (l1 & l2 & ->). exists l1, u, a, l2, m. repeat split; auto.
      - pose proof schema_suits as S. unfold suits_schema in S. rewrite andb_true_iff in S.
        destruct S as [_ S]. unfold rates_suit in S. apply N.eqb_neq in Rt. rewrite Rt in S.
        destruct (rates s) as [| r [| r' [|]]] eqn:R; cbn in S; try discriminate.
        + rewrite (grown_parts _ _ _ _ _ Fi D) in R. symmetry in R. now apply app_cons_not_nil in R.
        + apply N.eqb_eq in S. subst r. apply (one_grows _ _ _ _ _ _ Fi D R).
      - pose proof schema_suits as S. unfold suits_schema in S. rewrite andb_true_iff in S.
        destruct S as [_ S]. unfold rates_suit in S. apply N.eqb_neq in Rt. rewrite Rt in S.
        destruct (rates s) as [| r [| r' [|]]] eqn:R; cbn in S; try discriminate.
        + rewrite (grown_parts _ _ _ _ _ Fi D) in R. symmetry in R. now apply app_cons_not_nil in R.
        + apply (one_grows _ _ _ _ _ _ Fi D R).
    Qed.

    (** With e p tokens more in the part that grows. *)
    Lemma raised_option l1 u a l2 m n : grows u = true -> rise u = rise t ->
      fits (parts s) (l1 ++ (u, a) :: l2) m -> Z.of_N n = (Z.of_N m + drop s)%Z ->
      allowed (of_modulus s) (in_residues s) n = true ->
      value_of_heaps F ((l1 ++ l2) ++ beside s) < K -> n0 <= a ->
      exists o, In o (by_schema (n + e * p) s) /\ value_of_heaps F o =
        value_of_heaps F ((l1 ++ (u, a) :: l2) ++ beside s) + e * rise t * K.
    Proof.
      intros D R Fi M A V L. exists ((l1 ++ (u, a + e * p) :: l2) ++ beside s). split.
      - apply In_by_schema. split.
        { apply (by_schema_kept n); auto. now left. }
        right. exists (l1 ++ (u, a + e * p) :: l2), (m - a + (a + e * p)).
        pose proof (fits_at_most _ _ _ _ _ _ Fi). split; [| split; [auto | lia]].
        apply resized; auto; [lia |]. apply (apart_mod e). now left.
      - rewrite !value_beside, law_often, R, N.mul_assoc by lia. now apply raised_beside.
    Qed.

    Lemma lowered_option l1 u a l2 m n : grows u = true -> rise u = rise t ->
      fits (parts s) (l1 ++ (u, a) :: l2) m -> Z.of_N (n + e * p) = (Z.of_N m + drop s)%Z ->
      allowed (of_modulus s) (in_residues s) (n + e * p) = true ->
      value_of_heaps F ((l1 ++ l2) ++ beside s) < K -> n0 + e * p <= a ->
      exists o, In o (by_schema n s) /\
        value_of_heaps F ((l1 ++ (u, a) :: l2) ++ beside s) = value_of_heaps F o + e * rise t * K.
    Proof.
      intros D R Fi M A V L. exists ((l1 ++ (u, a - e * p) :: l2) ++ beside s). split.
      - apply In_by_schema. split.
        { apply (by_schema_kept (n + e * p)); auto. now right. }
        right. exists (l1 ++ (u, a - e * p) :: l2), (m - a + (a - e * p)).
        pose proof (fits_at_most _ _ _ _ _ _ Fi). split; [| split; [auto | lia]].
        apply resized; auto; [lia |]. apply (apart_mod e). unfold apart. lia.
      - rewrite !value_beside. replace a with (a - e * p + e * p) at 1 by lia.
        rewrite law_often, R, N.mul_assoc by lia. now apply raised_beside.
    Qed.
  End Schema.
End Kinds.
