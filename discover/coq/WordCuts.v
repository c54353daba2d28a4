(** How words fall apart (rules/words/rewriting.py): a word is the sum of the two sides of a letter
    that no rule looks at, such as an empty cell, and of the sides of a place that no rule will
    ever reach across; what is never replaced at an end may be left out. *)
From Coq Require Import NArith List Lia Bool Ascii String.
From Mexplore Require Import Grundy Words.
Import ListNotations.
Local Open Scope N_scope.
Local Open Scope list_scope.

Definition mem (c : letter) (l : word) : bool := existsb (Ascii.eqb c) l.

(** * What is looked at in the rules *)

Section Rules.
  Variable rules : list rewrite.

  (** Letters that are in no left side, and those with which no left side begins. *)
  Definition never (c : letter) : bool := forallb (fun r => negb (mem c (lhs r))) rules.
  Definition begins (c : letter) (r : rewrite) : bool :=
    match lhs r with x :: _ => Ascii.eqb x c | [] => true end.
  Definition starts (c : letter) : bool := existsb (begins c) rules.

  (** Letters that rules replace by letters of the same set. *)
  Fixpoint keeps (B : word) (l m : word) : bool :=
    match l, m with
    | [], [] => true
    | x :: l, y :: m => implb (mem x B) (mem y B) && keeps B l m
    | _, _ => false
    end.
  Definition closed (B : word) : bool := forallb (fun r => keeps B (lhs r) (rhs r)) rules.

  Fixpoint grown (B : word) (l m : word) : word :=
    match l, m with
    | x :: l, y :: m => grown (if mem x B && negb (mem y B) then y :: B else B) l m
    | _, _ => B
    end.
  Fixpoint closure (fuel : nat) (B : word) : word :=
    match fuel with
    | O => B
    | S fuel => if closed B then B
                else closure fuel (fold_left (fun B r => grown B (lhs r) (rhs r)) rules B)
    end.
  (** The letters that [c] may become; what follows is checked of whatever this computes. *)
  Definition becomes (c : letter) : word := closure 256 [c].

  Fixpoint has_pair (B D : word) (l : word) : bool :=
    match l with
    | x :: ((y :: _) as l') => (mem x B && mem y D) || has_pair B D l'
    | _ => false
    end.
  Definition asks_behind (B : word) (r : rewrite) : bool :=
    asks_right r && match rev (lhs r) with x :: _ => mem x B | [] => true end.
  Definition asks_before (B : word) (r : rewrite) : bool :=
    asks_left r && match lhs r with x :: _ => mem x B | [] => true end.

  Definition may_cut (B D : word) : bool :=
    forallb (fun r => negb (has_pair B D (lhs r))) rules &&
    (negb (mem "."%char D) || forallb (fun r => negb (asks_behind B r)) rules) &&
    (negb (mem "."%char B) || forallb (fun r => negb (asks_before D r)) rules).
  Definition apart (c d : letter) : bool :=
    let B := becomes c in
    let D := becomes d in
    mem c B && closed B && mem d D && closed D && may_cut B D.

  (** Letters before which it does not matter whether there is an end. *)
  Definition careless (c : letter) : bool :=
    let B := becomes c in
    mem c B && closed B && forallb (fun r => negb (asks_before B r)) rules.

  Definition proper : bool := forallb (fun r => negb (same_word (lhs r) [])) rules.
End Rules.

Lemma mem_In c l : mem c l = true <-> In c l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros (x & I & E). apply Ascii.eqb_eq in E. now subst.
  - intro I. exists c. split; auto. apply Ascii.eqb_refl.
Qed.

Lemma keeps_spec B l m : keeps B l m = true -> Forall2 (fun x y => In x B -> In y B) l m.
Proof.
  revert m. induction l as [| x l IH]; intros [| y m]; cbn; try discriminate; [constructor |].
  rewrite andb_true_iff. intros [A K]. constructor; auto.
  intro I. apply mem_In in I. rewrite I in A. now apply mem_In.
Qed.

Lemma has_pair_spec B D l x y m :
  In x B -> In y D -> has_pair B D (l ++ x :: y :: m) = true.
Proof.
  intros I J. apply mem_In in I, J. induction l as [| z l IH].
  - cbn. now rewrite I, J.
  - destruct l as [| z' l]; cbn in *; rewrite IH; apply orb_true_r.
Qed.

(** * Sums and equalities *)

Section Values.
  Variables (rules : list rewrite) (s : weighing) (V : values).
  Hypothesis fall : rules_fall s rules = true.
  Hypothesis HV : is_row_grundy rules V.
  Hypothesis ok : proper rules = true.

  Lemma lhs_nonempty r : In r rules -> lhs r <> [].
  Proof.
    unfold proper in ok. rewrite forallb_forall in ok. intros I E. specialize (ok r I).
    now rewrite E in ok.
  Qed.

  Lemma value_sum (S : word -> word -> word -> Prop) a b a1 b1 a2 b2 :
    (forall w u v, S w u v ->
      (forall w', In w' (moves rules a w b) ->
        (exists u', In u' (moves rules a1 u b1) /\ S w' u' v) \/
        (exists v', In v' (moves rules a2 v b2) /\ S w' u v')) /\
      (forall u', In u' (moves rules a1 u b1) -> exists w', In w' (moves rules a w b) /\ S w' u' v) /\
      (forall v', In v' (moves rules a2 v b2) -> exists w', In w' (moves rules a w b) /\ S w' u v')) ->
    forall w u v, S w u v -> V a w b = N.lxor (V a1 u b1) (V a2 v b2).
  Proof.
    exact (sum _ _ _ _ _ _ _ (moves_fall s rules a b fall) (HV a b) (HV a1 b1) (HV a2 b2) S).
  Qed.

  Lemma value_alike (S : word -> word -> Prop) a b a1 b1 :
    (forall w v, S w v ->
      (forall w', In w' (moves rules a w b) -> exists v', In v' (moves rules a1 v b1) /\ S w' v') /\
      (forall v', In v' (moves rules a1 v b1) -> exists w', In w' (moves rules a w b) /\ S w' v')) ->
    forall w v, S w v -> V a w b = V a1 v b1.
  Proof.
    exact (alike _ _ _ _ _ (moves_fall s rules a b fall) (HV a b) (HV a1 b1) S).
  Qed.

  Lemma ends_before_app b u v : ends_before b (u ++ v) = ends_before (ends_before b v) u.
  Proof. now destruct u. Qed.

  Lemma ends_behind_app a u v : ends_behind a (u ++ v) = ends_behind (ends_behind a u) v.
  Proof. revert a. induction u as [| c u IH]; intro a; cbn; auto. Qed.

  (** ** At a letter that is in no left side *)

  Theorem cut_at c : never rules c = true ->
    forall a u v b, V a (u ++ c :: v) b = N.lxor (V a u (is_empty c)) (V (is_empty c) v b).
  Proof.
    intros Nc a u v b. unfold never in Nc. rewrite forallb_forall in Nc.
    assert (N : forall r, In r rules -> ~ In c (lhs r)).
    { intros r I J. apply mem_In in J. specialize (Nc r I). now rewrite J in Nc. }
    apply (value_sum (fun w u v => w = u ++ c :: v)); auto. clear u v.
    intros w u v ->. repeat split.
    - intros w' I. apply In_moves in I as (x & r & z & I & E & -> & A & B).
      apply app_eq_app in E as (l & [[-> E] | [-> E]]).
      + left. apply app_eq_app in E as (l2 & [[E2 E] | [-> ->]]).
        * destruct l2 as [| d l2].
          -- cbn in E. subst z. rewrite app_nil_r in E2. subst l.
             exists (x ++ rhs r). rewrite <- app_assoc. split; auto.
             apply In_moves. exists x, r, []. unfold move_at. rewrite !app_nil_r. split; auto.
          -- injection E as <- E. exfalso. apply (N r I). rewrite E2. apply in_elt.
        * exists (x ++ rhs r ++ l2). rewrite <- !app_assoc. split; auto.
          apply In_moves. exists x, r, l2. rewrite ends_before_app in B. now split.
      + right. destruct l as [| d l].
        * exfalso. cbn in E. pose proof (lhs_nonempty r I). destruct (lhs r) as [| d l] eqn:El; [easy |].
          injection E as <- _. apply (N r I). rewrite El. now left.
        * injection E as <- ->. exists (l ++ rhs r ++ z). rewrite <- app_assoc. cbn. split; auto.
          apply In_moves. exists l, r, z. rewrite ends_behind_app in A. now split.
    - intros u' I. apply In_moves in I as (x & r & z & I & -> & -> & A & B).
      exists ((x ++ rhs r ++ z) ++ c :: v). split; auto. apply In_moves.
      exists x, r, (z ++ c :: v). unfold move_at. rewrite <- !app_assoc, ends_before_app. now split.
    - intros v' I. apply In_moves in I as (x & r & z & I & -> & -> & A & B).
      exists (u ++ c :: x ++ rhs r ++ z). split; auto. apply In_moves.
      exists (u ++ c :: x), r, z. unfold move_at. rewrite <- !app_assoc, ends_behind_app. now split.
  Qed.

  (** ** Between letters of two sets *)

  Section Between.
    Variables B D : word.
    Hypothesis closedB : closed rules B = true.
    Hypothesis closedD : closed rules D = true.
    Hypothesis may : may_cut rules B D = true.

    Lemma cut_parts :
      (forall r l x y m, In r rules -> In x B -> In y D -> lhs r <> l ++ x :: y :: m) /\
      (forall r l x, In r rules -> asks_right r = true -> lhs r = l ++ [x] -> In x B ->
        ~ In "."%char D) /\
      (forall r l x, In r rules -> asks_left r = true -> lhs r = x :: l -> In x D ->
        ~ In "."%char B).
    Proof.
      unfold may_cut in may. rewrite !andb_true_iff, !orb_true_iff, !forallb_forall in may.
      destruct may as [[P R] L]. repeat split.
      - intros r l x y m I J K E. specialize (P r I).
        now rewrite E, (has_pair_spec _ _ _ _ _ _ J K) in P.
      - intros r l x I Q E J Z. destruct R as [R | R].
        + apply mem_In in Z. now rewrite Z in R.
        + specialize (R r I). apply mem_In in J. unfold asks_behind in R.
          rewrite Q, E, rev_unit in R. cbn [andb] in R. now rewrite J in R.
      - intros r l x I Q E J Z. destruct L as [L | L].
        + apply mem_In in Z. now rewrite Z in L.
        + specialize (L r I). apply mem_In in J. unfold asks_before in L. now rewrite Q, E, J in L.
    Qed.

    Definition last_in (u : word) : Prop := exists p c, u = p ++ [c] /\ In c B.
    Definition first_in (D : word) (v : word) : Prop := exists d p, v = d :: p /\ In d D.

    Lemma last_kept x r z : In r rules -> last_in (x ++ lhs r ++ z) -> last_in (x ++ rhs r ++ z).
    Proof.
      intros I (p & c & E & J). destruct z as [| d z _] using rev_ind.
      - rewrite app_nil_r in *. pose proof (lhs_nonempty r I) as N.
        destruct (lhs r) as [| e l _] eqn:El using rev_ind; [easy |].
        rewrite app_assoc in E. apply app_inj_tail in E as [_ ->].
        unfold closed in closedB. rewrite forallb_forall in closedB.
        pose proof (keeps_spec _ _ _ (closedB r I)) as K. rewrite El in K.
        apply Forall2_app_inv_l in K as (l1 & l2 & _ & K & ->).
        inversion K as [| ? y ? ? Ky K2]; subst. inversion K2; subst.
        exists (x ++ l1), y. rewrite app_assoc. auto.
      - rewrite !app_assoc in E. apply app_inj_tail in E as [_ ->].
        exists (x ++ rhs r ++ z), c. now rewrite <- !app_assoc.
    Qed.

    Lemma first_kept_in E x r z : closed rules E = true ->
      In r rules -> first_in E (x ++ lhs r ++ z) -> first_in E (x ++ rhs r ++ z).
    Proof.
      intros C I (d & p & Q & J). destruct x as [| c x].
      - pose proof (lhs_nonempty r I) as N. destruct (lhs r) as [| e l] eqn:El; [easy |].
        injection Q as -> _. unfold closed in C. rewrite forallb_forall in C.
        pose proof (keeps_spec _ _ _ (C r I)) as K. rewrite El in K.
        inversion K as [| ? y ? m Ky K2 E1 E2]; subst. exists y, (m ++ z). auto.
      - injection Q as -> _. exists d, (x ++ rhs r ++ z). auto.
    Qed.

    Theorem cut_between_sets a u v b : last_in u -> first_in D v ->
      V a (u ++ v) b = N.lxor (V a u false) (V false v b).
    Proof.
      destruct cut_parts as (P & R & L). intros Lu Fv.
      apply (value_sum (fun w u v => w = u ++ v /\ last_in u /\ first_in D v)); auto. clear u v Lu Fv.
      intros w u v (-> & Lu & Fv).
      assert (endR : forall x r z, In r rules -> u = x ++ lhs r ++ z -> asks_right r = true ->
                ends_before b (z ++ v) = ends_before false z).
      { intros x r z I E Q. destruct z as [| d z]; [| reflexivity]. destruct Lu as (p & c & Eu & J).
        pose proof (lhs_nonempty r I) as N. destruct (lhs r) as [| e l _] eqn:El using rev_ind; [easy |].
        rewrite app_nil_r in E. rewrite Eu, app_assoc in E. apply app_inj_tail in E as [_ ->].
        destruct Fv as (d & q & -> & K). cbn. unfold is_empty.
        apply Ascii.eqb_neq. intros ->. now apply (R r l e). }
      assert (endL : forall x r z, In r rules -> v = x ++ lhs r ++ z -> asks_left r = true ->
                ends_behind a (u ++ x) = ends_behind false x).
      { intros x r z I E Q. destruct x as [| d x]; [| now rewrite ends_behind_app].
        rewrite app_nil_r. destruct Lu as (p & c & -> & J). rewrite ends_behind_last.
        pose proof (lhs_nonempty r I) as N. destruct (lhs r) as [| e l] eqn:El; [easy |].
        destruct Fv as (d & q & -> & K). injection E as -> _. unfold is_empty.
        apply Ascii.eqb_neq. intros ->. now apply (L r l e). }
      repeat split.
      - intros w' I. apply In_moves in I as (x & r & z & I & E & -> & A & Bz).
        assert (within_u : forall l, u = x ++ lhs r ++ l -> z = l ++ v ->
                  exists u', In u' (moves rules a u false) /\
                    x ++ rhs r ++ z = u' ++ v /\ last_in u' /\ first_in D v).
        { intros l Eu ->. exists (x ++ rhs r ++ l). rewrite <- !app_assoc. split; [| split; auto].
          - apply In_moves. exists x, r, l. repeat split; auto. intro Q. rewrite <- (endR x r l); auto.
          - split; auto. rewrite Eu in Lu. now apply last_kept. }
        assert (within_v : forall l, x = u ++ l -> v = l ++ lhs r ++ z ->
                  exists v', In v' (moves rules false v b) /\
                    x ++ rhs r ++ z = u ++ v' /\ last_in u /\ first_in D v').
        { intros l -> Ev. exists (l ++ rhs r ++ z). rewrite <- !app_assoc. split; [| split; auto].
          - apply In_moves. exists l, r, z. repeat split; auto. intro Q. rewrite <- (endL l r z); auto.
          - split; auto. rewrite Ev in Fv. now apply first_kept_in. }
        apply app_eq_app in E as (l & [[Eu E] | [Ex E]]); [| right; eauto].
        apply app_eq_app in E as (l2 & [[E2 E] | [-> E]]); [| left; now apply (within_u l2)].
        destruct l as [| c l _] using rev_ind.
        + right. rewrite app_nil_r in Eu. subst x. cbn in E2. subst l2. apply (within_v []); auto.
          now rewrite app_nil_r.
        + destruct l2 as [| d l2].
          * left. rewrite app_nil_r in E2. apply (within_u []); auto. now rewrite app_nil_r, E2.
          * exfalso. destruct Lu as (p & c' & Eu' & J), Fv as (d' & q & Ev & K).
            rewrite Eu, app_assoc in Eu'. apply app_inj_tail in Eu' as [_ ->].
            rewrite Ev in E. injection E as -> E. apply (P r l c' d l2 I J K).
            now rewrite E2, <- app_assoc.
      - intros u' I. apply In_moves in I as (x & r & z & I & E & -> & A & Bz).
        exists ((x ++ rhs r ++ z) ++ v). split; [| repeat split; auto].
        + apply In_moves. exists x, r, (z ++ v). unfold move_at. rewrite E, <- !app_assoc. repeat split; auto.
          intro Q. rewrite (endR x r z); auto.
        + rewrite E in Lu. now apply last_kept.
      - intros v' I. apply In_moves in I as (x & r & z & I & E & -> & A & Bz).
        exists (u ++ x ++ rhs r ++ z). split; [| repeat split; auto].
        + apply In_moves. exists (u ++ x), r, z. unfold move_at. rewrite E, <- !app_assoc. repeat split; auto.
          intro Q. rewrite (endL x r z); auto.
        + rewrite E in Fv. now apply first_kept_in.
    Qed.
  End Between.

  Theorem cut_between c d : apart rules c d = true ->
    forall a u v b, V a ((u ++ [c]) ++ d :: v) b = N.lxor (V a (u ++ [c]) false) (V false (d :: v) b).
  Proof.
    unfold apart. rewrite !andb_true_iff. intros ((((A & B) & C) & D) & E) a u v b.
    apply mem_In in A, C. apply (cut_between_sets _ _ B D E); [exists u, c | exists d, v]; auto.
  Qed.

  (** ** Ends *)

  Theorem drop_first c : starts rules c = false ->
    forall a v b, V a (c :: v) b = V (is_empty c) v b.
  Proof.
    intros Nc a v b. apply (value_alike (fun w v => w = c :: v)); auto. clear v.
    assert (N : forall r l z w, In r rules -> c :: w <> l ++ lhs r ++ z \/ l <> []).
    { intros r l z w I. destruct l; [left | now right]. cbn. intro E.
      pose proof (lhs_nonempty r I) as Z. unfold starts in Nc. apply Bool.not_true_iff_false in Nc.
      apply Nc, existsb_exists. exists r. split; auto. unfold begins.
      destruct (lhs r) as [| x l]; [easy |]. injection E as -> _. apply Ascii.eqb_refl. }
    intros w v ->. split.
    - intros w' I. apply In_moves in I as (x & r & z & I & E & -> & A & B).
      destruct (N r x z v I) as [Z | Z]; [easy |]. destruct x as [| d x]; [easy |].
      injection E as <- ->. exists (x ++ rhs r ++ z). split; auto.
      apply In_moves. exists x, r, z. now split.
    - intros v' I. exists (c :: v'). split; auto.
      apply In_moves in I as (x & r & z & I & -> & -> & A & B).
      apply In_moves. exists (c :: x), r, z. now split.
  Qed.

  Theorem first_careless c : careless rules c = true ->
    forall a a' v b, V a (c :: v) b = V a' (c :: v) b.
  Proof.
    unfold careless. set (B := becomes rules c). rewrite !andb_true_iff, forallb_forall.
    intros [[C1 C2] C3] a a' v b. apply mem_In in C1.
    apply (value_alike (fun w v => w = v /\ first_in B v));
      [| split; auto; exists c, v; auto]. clear v.
    assert (K : forall a a' w w', In w' (moves rules a w b) -> first_in B w ->
                  In w' (moves rules a' w b) /\ first_in B w').
    { clear - C2 C3 ok. intros a a' w w' I F. apply In_moves in I as (x & r & z & I & -> & -> & A & Bz).
      split; [| now apply first_kept_in]. apply In_moves. exists x, r, z. repeat split; auto.
      intro Q. destruct x as [| d x]; [| now apply A]. exfalso.
      destruct F as (d & p & E & J). apply mem_In in J. specialize (C3 r I). unfold asks_before in C3.
      rewrite Q in C3. destruct (lhs r) as [| e l] eqn:El; [easy |]. injection E as -> _.
      now rewrite J in C3. }
    intros w v [-> F]. split; intros w' I; destruct (K _ a _ _ I F), (K _ a' _ _ I F); eauto.
  Qed.

  Theorem none_asks : existsb asks_left rules = false ->
    forall a a' v b, V a v b = V a' v b.
  Proof.
    intros Z a a' v b. apply (value_alike (fun w v => w = v)); auto. clear v.
    assert (K : forall a a' w w', In w' (moves rules a w b) -> In w' (moves rules a' w b)).
    { intros e e' w w' I. apply In_moves in I as (x & r & z & I & E & Ew & A & B).
      apply In_moves. exists x, r, z. repeat split; auto. intro Q. exfalso.
      apply Bool.not_true_iff_false in Z. apply Z, existsb_exists. eauto. }
    intros w v <-. split; eauto.
  Qed.

  Theorem no_letters a b : V a [] b = 0.
  Proof.
    rewrite (HV a b). apply mex_of_is_mex. split; [| lia]. rewrite in_map_iff.
    intros (v & _ & I). apply In_moves in I as (x & r & z & I & E & _).
    apply (lhs_nonempty r I). symmetry in E.
    apply app_eq_nil in E as [_ E]. now apply app_eq_nil in E as [E _].
  Qed.
End Values.
