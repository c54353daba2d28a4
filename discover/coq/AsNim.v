(** Rules with single heaps that are played as Nim in misère play: Theorem 7, and all subtraction
    sets, Theorem 8 (discover/misere/theorems/ferguson.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy TakeAndBreak Misere Tame Subtraction AllBut Sets.
Import ListNotations.
Local Open Scope N_scope.

(** If some heap has a nim-value of 2 or more, a sum is lost if its nim-sum is 0, and otherwise if it
    is 1. *)
Definition lost_as_nim (G : N -> N) (sum : list N) : bool :=
  xor_list (map G sum) =? (if existsb (fun n => 2 <=? G n) sum then 0 else 1).

(** * Theorem 7 *)

Section SingleHeaps.
  Variable options : rule.
  Variable G : N -> N.
  Variable lost : list N -> bool.
  Hypothesis wf : well_founded options.
  Hypothesis HG : is_grundy options G.
  Hypothesis HL : is_misere options lost.
  Hypothesis single : forall n o, In o (options n) -> (length o <= 1)%nat.
  Hypothesis one_from_zero : forall n,
    options n <> [] -> G n = 0 -> value_of options G n 1.

  Definition type_by_value (n : N) : type := (2 <=? G n, G n).
  Definition swapped (v : N) : N := if 2 <=? v then v else N.lxor v 1.

  Lemma swapped_cases v : (v = 0 /\ swapped v = 1) \/ (v = 1 /\ swapped v = 0) \/
                          (2 <= v /\ swapped v = v).
  Proof.
    unfold swapped. destruct (N.leb_spec 2 v) as [L | L]; auto.
    assert (E : v = 0 \/ v = 1) by lia. destruct E as [-> | ->]; auto.
  Qed.

  Lemma option_type n o : In o (options n) ->
    value (type_of_sum type_by_value o) = xor_list (map G o) /\
    misere_value (type_of_sum type_by_value o) = swapped (xor_list (map G o)).
  Proof.
    intro I. assert (L := single n o I). destruct o as [| h [| g o]]; cbn in L; [easy | | lia].
    unfold type_of_sum, type_by_value, swapped, misere_value, value, times. cbn.
    rewrite N.lxor_0_r, orb_false_r. split; auto.
  Qed.

  Lemma tame_by_value n : tame options type_by_value n.
  Proof.
    assert (Terminal : options n = [] -> G n = 0) by (intro E; now rewrite (HG n), E).
    split.
    - intro E. unfold type_by_value, f. now rewrite Terminal.
    - intro D. assert (M := grundy_is_mex options G HG n).
      assert (M' : is_mex (fun v => exists w, value_of options G n w /\ v = swapped w)
                          (swapped (G n))).
      { destruct M as [M0 M1]. destruct (swapped_cases (G n)) as [[E S] | [[E S] | [E S]]].
        - rewrite S. split.
          + intros (w & V & X). destruct (swapped_cases w) as [[W T] | [[W T] | [W T]]];
              [subst w; rewrite <- E in V; auto | lia | lia].
          + intros u L. assert (u = 0) as -> by lia. exists 1. auto using one_from_zero.
        - rewrite S. split; [| lia]. intros (w & V & X).
          destruct (swapped_cases w) as [[W T] | [[W T] | [W T]]];
            [lia | subst w; rewrite <- E in V; auto | lia].
        - rewrite S. split.
          + intros (w & V & X). destruct (swapped_cases w) as [[W T] | [[W T] | [W T]]];
              [lia | lia | ]. apply M0. rewrite X, T. exact V.
          + intros u L. destruct (swapped_cases u) as [[W T] | [[W T] | [W T]]].
            * exists 1. split; [apply M1; lia | now subst].
            * exists 0. split; [apply M1; lia | now subst].
            * exists u. split; [now apply M1 | now rewrite T]. }
      split.
      + apply (is_mex_same (value_of options G n)); auto.
        intro v. unfold value_of. split; intros (o & I & ->); exists o; split; auto;
          destruct (option_type n o I); congruence.
      + change (misere_value (type_by_value n)) with (swapped (G n)).
        eapply is_mex_same; [| exact M']. intro v. split.
        * intros (w & (o & I & ->) & ->). exists o. split; auto.
          now destruct (option_type n o I).
        * intros (o & I & ->). exists (xor_list (map G o)). split; [now exists o |].
          now destruct (option_type n o I).
  Qed.

  Theorem lost_by_values x : lost x = lost_as_nim G x.
  Proof.
    rewrite (tame_decided options type_by_value lost (fun _ => True)); auto.
    - assert (E : type_of_sum type_by_value x = (existsb (fun n => 2 <=? G n) x, xor_list (map G x))).
      { unfold type_of_sum. induction x as [| h y IH]; auto. cbn. now rewrite IH. }
      unfold is_lost, lost_as_nim, misere_value. rewrite E. cbn [fst snd].
      destruct (existsb _ x); auto.
      apply eq_true_iff_eq. rewrite !N.eqb_eq. split; intro Z.
      + now apply N.lxor_eq in Z.
      + rewrite Z. reflexivity.
    - intros. apply Forall_forall. auto.
    - intros h _. unfold el, type_by_value. cbn. destruct (N.leb_spec 2 (G h)); auto.
    - intros h _. apply tame_by_value.
    - apply Forall_forall. auto.
  Qed.
End SingleHeaps.

(** * Theorem 8 *)

(** A rule of removing s >= 1 tokens, s in a set. *)
Definition removes (options : rule) (mem : N -> bool) : Prop :=
  forall n o, In o (options n) <-> exists s, 1 <= s <= n /\ mem s = true /\ o = [n - s].

Section Ferguson.
  Variable options : rule.
  Variable mem : N -> bool.
  Variable G : N -> N.
  Hypothesis R : removes options mem.
  Hypothesis HG : is_grundy options G.

  Lemma removed n v : value_of options G n v <-> exists s, 1 <= s <= n /\ mem s = true /\ v = G (n - s).
  Proof.
    unfold value_of. split.
    - intros (o & I & ->). apply R in I as (s & L & M & ->). exists s. cbn.
      now rewrite N.lxor_0_r.
    - intros (s & L & M & ->). exists [n - s]. cbn. rewrite N.lxor_0_r. split; auto.
      apply R. now exists s.
  Qed.

  Lemma not_same n s : 1 <= s <= n -> mem s = true -> G (n - s) <> G n.
  Proof.
    intros L M E. apply (grundy_is_mex options G HG n). apply removed. now exists s.
  Qed.

  Lemma reached n u : u < G n -> exists s, 1 <= s <= n /\ mem s = true /\ u = G (n - s).
  Proof. intro L. apply removed. now apply (grundy_is_mex options G HG n). Qed.

  Lemma least_member s : 1 <= s -> mem s = true ->
    exists m, 1 <= m /\ mem m = true /\ forall u, 1 <= u -> mem u = true -> m <= u.
  Proof.
    induction s as [s IH] using (well_founded_induction N.lt_wf_0). intros L M.
    destruct (existsb (fun u => mem u) (upto (N.to_nat (s - 1)) 1)) eqn:E.
    - apply existsb_exists in E as (u & I & Mu). apply In_upto in I. apply (IH u); auto; lia.
    - exists s. repeat split; auto. intros u Lu Mu. destruct (N.le_gt_cases s u); auto.
      assert (X : existsb (fun u => mem u) (upto (N.to_nat (s - 1)) 1) = true).
      { apply existsb_exists. exists u. split; auto. apply In_upto. lia. }
      congruence.
  Qed.

  Section Least.
    Variable m : N.
    Hypothesis Hm : 1 <= m.
    Hypothesis Mm : mem m = true.
    Hypothesis least : forall u, 1 <= u -> mem u = true -> m <= u.

    Lemma pairing n : G n = 1 <-> m <= n /\ G (n - m) = 0.
    Proof.
      induction n as [n IH] using (well_founded_induction N.lt_wf_0).
      assert (Small : forall k, k < m -> G k = 0).
      { intros k L. destruct (N.eq_dec (G k) 0) as [| D]; auto.
        destruct (reached k 0) as (s & Ls & Ms & _); [lia |]. specialize (least s (proj1 Ls) Ms). lia. }
      split.
      - intro E. destruct (N.lt_ge_cases n m) as [L | L]; [rewrite Small in E; auto; lia |].
        split; auto. destruct (N.eq_dec (G (n - m)) 0) as [| D]; auto. exfalso.
        destruct (reached (n - m) 0) as (s & Ls & Ms & Z); [lia |].
        assert (O : G (n - s) = 1).
        { apply IH; [lia |]. split; [lia |]. rewrite Z. f_equal. lia. }
        apply (not_same n s); auto; [lia | congruence].
      - intros [L E]. destruct (N.eq_dec (G n) 1) as [| D]; auto. exfalso.
        assert (G n <> 0) by (rewrite <- E; apply not_eq_sym, not_same; auto; lia).
        destruct (reached n 1) as (s & Ls & Ms & O); [lia |].
        symmetry in O. apply IH in O as [Lo O]; [| lia].
        apply (not_same (n - m) s); auto; [lia |]. rewrite E, <- O. f_equal. lia.
    Qed.
  End Least.

  Theorem one_from_zero_here n : options n <> [] -> G n = 0 -> value_of options G n 1.
  Proof.
    intros D Z. destruct (options n) as [| o os] eqn:O; [easy |].
    assert (I : In o (options n)) by (rewrite O; now left). apply R in I as (s & L & M & _).
    destruct (least_member s (proj1 L) M) as (m & Hm & Mm & least).
    assert (Lm : m <= n) by (specialize (least s (proj1 L) M); lia).
    destruct (reached (n - m) 0) as (t & Lt & Mt & E).
    { assert (X := not_same n m (conj Hm Lm) Mm). lia. }
    apply removed. exists t. split; [lia |]. split; auto.
    symmetry. apply (pairing m Hm Mm least). split; [lia |]. rewrite E. f_equal. lia.
  Qed.

  Theorem ferguson lost : is_misere options lost -> forall x, lost x = lost_as_nim G x.
  Proof.
    intro HL. apply (lost_by_values options); auto.
    - intros n o h I J. apply R in I as (s & L & _ & ->). destruct J as [<- | []]. lia.
    - intros n o I. apply R in I as (s & _ & _ & ->). auto.
    - exact one_from_zero_here.
  Qed.
End Ferguson.

Lemma subtract_removes S : forallb (N.leb 1) S = true -> removes (subtract S) (fun s => among s S).
Proof.
  rewrite forallb_forall. intros P n o. rewrite In_subtract.
  split; intros (s & A & B & C); exists s; unfold among in *; rewrite existsb_In in *.
  - assert (1 <= s) by now apply N.leb_le, P. repeat split; auto.
  - repeat split; auto. lia.
Qed.

Lemma all_but_removes F : removes (all_but F) (fun s => negb (among s F)).
Proof.
  intros n o. unfold all_but. rewrite in_map_iff. split.
  - intros (m & <- & I). apply filter_In in I as [I J]. apply In_upto in I.
    exists (n - m). repeat split; auto; try lia. f_equal. lia.
  - intros (s & L & M & ->). exists (n - s). split; auto. apply filter_In.
    replace (n - (n - s)) with s by lia. split; auto. apply In_upto. lia.
Qed.

Lemma subtract_from_removes sets : removes (subtract_from sets) (mem sets).
Proof. exact (In_subtract_from sets). Qed.

Theorem as_nim_law options mem :
  removes options mem -> forall lost, is_misere options lost ->
  forall G, is_grundy options G -> forall sum, lost sum = lost_as_nim G sum.
Proof. intros R lost HL G HG. now apply (ferguson options mem). Qed.
