(** Games on words (rules/words/rewriting.py).

    A move replaces a factor of the word, the left side of a rule, by its right side.  The letter "."
    is an empty cell.  A rule may ask that the word ends, or an empty cell stands, before its left
    side or behind it.  The definitions down to [is_word_grundy] are what a reader has to believe. *)
From Coq Require Import NArith List Lia Bool Ascii String.
From Mexplore Require Import Grundy Xor.
Import ListNotations.
Local Open Scope N_scope.
Local Open Scope list_scope.

Definition letter := ascii.
Definition word := list letter.
Definition letters (s : string) : word := list_ascii_of_string s.
Definition is_empty (c : letter) : bool := Ascii.eqb c "."%char.

Record rewrite := Rewrite { lhs : word; rhs : word; asks_left : bool; asks_right : bool }.

(** What stands behind [l] in a word that begins with it. *)
Fixpoint behind (l w : word) : option word :=
  match l, w with
  | [], _ => Some w
  | x :: l, y :: w => if Ascii.eqb x y then behind l w else None
  | _, [] => None
  end.

(** Whether there is an end before the word [w]; [b] says so of an end behind no letter at all. *)
Definition ends_before (b : bool) (w : word) : bool :=
  match w with [] => b | c :: _ => is_empty c end.

(** The rule [r] applied to the first letters of [w]; [a] and [b] say whether [w] has an end before
    its first and behind its last letter. *)
Definition applied (a b : bool) (w : word) (r : rewrite) : list word :=
  match behind (lhs r) w with
  | Some v => if implb (asks_left r) a && implb (asks_right r) (ends_before b v)
              then [rhs r ++ v] else []
  | None => []
  end.

Fixpoint moves (rules : list rewrite) (a : bool) (w : word) (b : bool) : list word :=
  flat_map (applied a b w) rules ++
  match w with
  | [] => []
  | c :: v => map (cons c) (moves rules (is_empty c) v b)
  end.

(** [g] is the Grundy function where [m] lists the words after one move. *)
Definition is_value (m : word -> list word) (g : word -> N) : Prop :=
  forall w, g w = mex (map g (m w)).

Definition is_word_grundy (rules : list rewrite) (W : word -> N) : Prop :=
  is_value (fun w => moves rules true w true) W.

(** The letters of the block [k] times. *)
Fixpoint times (k : nat) (block : word) : word :=
  match k with O => [] | S k => block ++ times k block end.

(** * Games that are alike, and sums *)

Definition falls (m : word -> list word) (mu : word -> nat) : Prop :=
  forall w v, In v (m w) -> (mu v < mu w)%nat.

Definition of_option (m : word -> list word) (g : word -> N) (w : word) (x : N) : Prop :=
  exists v, In v (m w) /\ x = g v.

Lemma value_is_mex m g w : is_value m g -> is_mex (of_option m g w) (g w).
Proof.
  intro H. rewrite H. apply (is_mex_same (fun x => In x (map g (m w)))); [| apply mex_spec].
  intro x. rewrite in_map_iff. split; intros (v & A & B); exists v; auto.
Qed.

Lemma mex_is_value m g : (forall w, is_mex (of_option m g w) (g w)) -> is_value m g.
Proof.
  intros H w. symmetry. apply mex_of_is_mex. apply (is_mex_same (of_option m g w)); auto.
  intro x. rewrite in_map_iff. split; intros (v & A & B); exists v; auto.
Qed.

Section Alike.
  Variables (m1 m2 : word -> list word) (g1 g2 : word -> N) (mu : word -> nat).
  Hypothesis F : falls m1 mu.
  Hypothesis H1 : is_value m1 g1.
  Hypothesis H2 : is_value m2 g2.

  Theorem alike (S : word -> word -> Prop) :
    (forall w v, S w v ->
      (forall w', In w' (m1 w) -> exists v', In v' (m2 v) /\ S w' v') /\
      (forall v', In v' (m2 v) -> exists w', In w' (m1 w) /\ S w' v')) ->
    forall w v, S w v -> g1 w = g2 v.
  Proof.
    intros B w. remember (mu w) as k. revert w Heqk.
    induction k as [k IH] using (well_founded_induction Wf_nat.lt_wf). intros w -> v R.
    apply (is_mex_unique _ _ _ _ (value_is_mex _ _ w H1) (value_is_mex _ _ v H2)).
    destruct (B w v R) as [B1 B2]. intro x. split.
    - intros (w' & I & ->). destruct (B1 w' I) as (v' & J & R'). exists v'. split; auto.
      apply (IH (mu w')); auto.
    - intros (v' & J & ->). destruct (B2 v' J) as (w' & I & R'). exists w'. split; auto.
      symmetry. apply (IH (mu w')); auto.
  Qed.
End Alike.

Theorem value_unique m mu g h :
  falls m mu -> is_value m g -> is_value m h -> forall w, g w = h w.
Proof.
  intros F G H w. apply (alike m m g h mu F G H (fun w v => w = v)); auto.
  intros u v <-. split; eauto.
Qed.

Section Exists.
  Variables (m : word -> list word) (mu : word -> nat).
  Hypothesis F : falls m mu.

  Fixpoint within (fuel : nat) (w : word) : N :=
    match fuel with O => 0 | S fuel => mex (map (within fuel) (m w)) end.

  Lemma within_same f h w : (mu w < f)%nat -> (mu w < h)%nat -> within f w = within h w.
  Proof.
    revert h w. induction f as [| f IH]; intros [| h] w A B; try lia. cbn [within].
    f_equal. apply map_ext_in. intros v I. apply F in I. apply IH; lia.
  Qed.

  Theorem value_exists : is_value m (fun w => within (S (mu w)) w).
  Proof.
    intro w. change (within (S (mu w)) w) with (mex (map (within (mu w)) (m w))). f_equal.
    apply map_ext_in. intros v I. apply F in I. apply within_same; lia.
  Qed.
End Exists.

Section Sum.
  Variables (m m1 m2 : word -> list word) (g g1 g2 : word -> N) (mu : word -> nat).
  Hypothesis F : falls m mu.
  Hypothesis H : is_value m g.
  Hypothesis H1 : is_value m1 g1.
  Hypothesis H2 : is_value m2 g2.

  Theorem sum (S : word -> word -> word -> Prop) :
    (forall w u v, S w u v ->
      (forall w', In w' (m w) ->
        (exists u', In u' (m1 u) /\ S w' u' v) \/ (exists v', In v' (m2 v) /\ S w' u v')) /\
      (forall u', In u' (m1 u) -> exists w', In w' (m w) /\ S w' u' v) /\
      (forall v', In v' (m2 v) -> exists w', In w' (m w) /\ S w' u v')) ->
    forall w u v, S w u v -> g w = N.lxor (g1 u) (g2 v).
  Proof.
    intros B w. remember (mu w) as k. revert w Heqk.
    induction k as [k IH] using (well_founded_induction Wf_nat.lt_wf). intros w -> u v R.
    rewrite H. apply mex_of_is_mex.
    destruct (B w u v R) as (B0 & B1 & B2).
    destruct (value_is_mex _ _ u H1) as [A1 E1], (value_is_mex _ _ v H2) as [A2 E2].
    split.
    - intro I. apply in_map_iff in I as (w' & E & I). destruct (B0 w' I) as [(u' & J & R') | (v' & J & R')];
        rewrite (IH (mu w') (F _ _ I) w' eq_refl _ _ R') in E.
      + apply A1. exists u'. split; auto. symmetry. apply (f_equal (fun x => N.lxor x (g2 v))) in E.
        now rewrite !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_r in E.
      + apply A2. exists v'. split; auto. symmetry. apply (f_equal (N.lxor (g1 u))) in E.
        now rewrite <- !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_l in E.
    - intros x L. apply in_map_iff. apply xor_below in L as [L | L].
      + apply E1 in L as (u' & J & E). destruct (B1 u' J) as (w' & I & R'). exists w'. split; auto.
        rewrite (IH (mu w') (F _ _ I) w' eq_refl _ _ R'), <- E.
        now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
      + apply E2 in L as (v' & J & E). destruct (B2 v' J) as (w' & I & R'). exists w'. split; auto.
        rewrite (IH (mu w') (F _ _ I) w' eq_refl _ _ R'), <- E.
        now rewrite N.lxor_comm, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
  Qed.
End Sum.

(** * Moves in other words *)

Lemma behind_spec l w v : behind l w = Some v <-> w = l ++ v.
Proof.
  revert w. induction l as [| x l IH]; intro w; cbn.
  - split; congruence.
  - destruct w as [| y w]; [easy |]. destruct (Ascii.eqb_spec x y) as [<- | D].
    + rewrite IH. split; congruence.
    + split; [easy | congruence].
Qed.

(** Whether there is an end behind the word [u]. *)
Fixpoint ends_behind (a : bool) (u : word) : bool :=
  match u with [] => a | c :: u => ends_behind (is_empty c) u end.

Lemma ends_behind_last a u c : ends_behind a (u ++ [c]) = is_empty c.
Proof. revert a. induction u as [| x u IH]; intro a; cbn; auto. Qed.

Lemma ends_behind_rev a u : ends_behind a u = ends_before a (rev u).
Proof.
  destruct u as [| c u] using rev_ind; [reflexivity |].
  now rewrite ends_behind_last, rev_app_distr.
Qed.

(** The rule [r] applied behind [u] and before [v]. *)
Definition move_at (rules : list rewrite) (a : bool) (w : word) (b : bool) (w' : word)
    (u : word) (r : rewrite) (v : word) : Prop :=
  In r rules /\ w = u ++ lhs r ++ v /\ w' = u ++ rhs r ++ v /\
  (asks_left r = true -> ends_behind a u = true) /\
  (asks_right r = true -> ends_before b v = true).

Lemma In_applied rules a w b w' :
  In w' (flat_map (applied a b w) rules) <->
  exists r v, In r rules /\ w = lhs r ++ v /\ w' = rhs r ++ v /\
    (asks_left r = true -> a = true) /\ (asks_right r = true -> ends_before b v = true).
Proof.
  rewrite in_flat_map. split.
  - intros (r & I & J). unfold applied in J. destruct (behind (lhs r) w) as [v |] eqn:E; [| easy].
    apply behind_spec in E. exists r, v.
    destruct (implb _ a) eqn:A, (implb _ (ends_before b v)) eqn:B; cbn in J; try easy.
    destruct J as [<- | []]. repeat split; auto; intro Q; [now rewrite Q in A | now rewrite Q in B].
  - intros (r & v & I & E & -> & A & B). exists r. split; auto. unfold applied.
    apply behind_spec in E. rewrite E.
    destruct (asks_left r), (asks_right r); rewrite ?A, ?B by auto; now left.
Qed.

Lemma In_moves rules a w b w' :
  In w' (moves rules a w b) <-> exists u r v, move_at rules a w b w' u r v.
Proof.
  unfold move_at. revert a w'. induction w as [| c w IH]; intros a w'; cbn [moves];
    rewrite in_app_iff, In_applied.
  - split.
    + intros [(r & v & P) | []]. exists [], r, v. exact P.
    + intros (u & r & v & I & E & P). left. exists r, v. destruct u; [| discriminate]. auto.
  - rewrite in_map_iff. split.
    + intros [(r & v & P) | (w0 & <- & I)].
      * exists [], r, v. exact P.
      * apply IH in I as (u & r & v & I & -> & -> & P). exists (c :: u), r, v. auto.
    + intros (u & r & v & I & E & -> & P). destruct u as [| x u].
      * left. exists r, v. auto.
      * right. injection E as <- E. exists (u ++ rhs r ++ v). split; auto. apply IH.
        exists u, r, v. auto.
Qed.

(** * Play ends where every rule lowers the sum of weights of the letters *)

Definition weighing := list (letter * N).
Fixpoint weigh (s : weighing) (c : letter) : nat :=
  match s with [] => O | (d, k) :: s => if Ascii.eqb c d then N.to_nat k else weigh s c end.
Fixpoint total (s : weighing) (w : word) : nat :=
  match w with [] => O | c :: w => (weigh s c + total s w)%nat end.
Definition rules_fall (s : weighing) (rules : list rewrite) : bool :=
  forallb (fun r => Nat.ltb (total s (rhs r)) (total s (lhs r))) rules.

Lemma total_app s u v : total s (u ++ v) = (total s u + total s v)%nat.
Proof. induction u as [| c u IH]; cbn; auto. rewrite IH. lia. Qed.

Lemma moves_fall s rules a b :
  rules_fall s rules = true -> falls (fun w => moves rules a w b) (total s).
Proof.
  unfold rules_fall. rewrite forallb_forall. intros R w w' I.
  apply In_moves in I as (u & r & v & I & -> & -> & _). apply R, PeanoNat.Nat.ltb_lt in I.
  rewrite !total_app. lia.
Qed.

Theorem word_grundy_unique s rules V W :
  rules_fall s rules = true -> is_word_grundy rules V -> is_word_grundy rules W ->
  forall w, V w = W w.
Proof. intro F. apply (value_unique _ _ _ _ (moves_fall s rules true true F)). Qed.

Theorem word_grundy_exists s rules :
  rules_fall s rules = true -> exists W, is_word_grundy rules W.
Proof. intro F. eexists. apply (value_exists _ _ (moves_fall s rules true true F)). Qed.

(** * Rows with ends that are open or not *)

(** [V a w b]: the value of a word in a place where there is an end before it ([a]) and behind it
    ([b]), or else a letter that is never replaced. *)
Definition values := bool -> word -> bool -> N.
Definition is_row_grundy (rules : list rewrite) (V : values) : Prop :=
  forall a b, is_value (fun w => moves rules a w b) (fun w => V a w b).

Lemma rows_exist s rules W :
  rules_fall s rules = true -> is_word_grundy rules W ->
  exists V, is_row_grundy rules V /\ forall w, W w = V true w true.
Proof.
  intros F H.
  exists (fun a w b => within (fun w => moves rules a w b) (S (total s w)) w). split.
  - intros a b. apply (value_exists _ _ (moves_fall s rules a b F)).
  - apply (value_unique _ _ _ _ (moves_fall s rules true true F)); auto.
    apply (value_exists _ _ (moves_fall s rules true true F)).
Qed.

Lemma rows_unique s rules V V' :
  rules_fall s rules = true -> is_row_grundy rules V -> is_row_grundy rules V' ->
  forall a w b, V a w b = V' a w b.
Proof.
  intros F H H' a w b.
  apply (value_unique _ _ _ _ (moves_fall s rules a b F) (H a b) (H' a b)).
Qed.

(** ** Words read backwards *)

Definition mirror (r : rewrite) : rewrite :=
  Rewrite (rev (lhs r)) (rev (rhs r)) (asks_right r) (asks_left r).
Definition backwards (V : values) : values := fun a w b => V b (rev w) a.

Lemma mirror_mirror rules : map mirror (map mirror rules) = rules.
Proof.
  rewrite map_map. rewrite <- (map_id rules) at 2. apply map_ext. intros [l m a b].
  unfold mirror. cbn. now rewrite !rev_involutive.
Qed.

Lemma mirrored_move rules a w b w' :
  In w' (moves rules a w b) -> In (rev w') (moves (map mirror rules) b (rev w) a).
Proof.
  rewrite !In_moves. intros (u & r & v & I & -> & -> & A & B).
  exists (rev v), (mirror r), (rev u). split; [now apply in_map |].
  rewrite !rev_app_distr, <- !app_assoc. cbn [mirror lhs rhs asks_left asks_right].
  repeat split; auto; intro Q.
  - rewrite ends_behind_rev, rev_involutive. auto.
  - rewrite <- ends_behind_rev. auto.
Qed.

Lemma rows_backwards rules V :
  is_row_grundy rules V -> is_row_grundy (map mirror rules) (backwards V).
Proof.
  intros H a b. apply mex_is_value. intro w. unfold backwards.
  apply (is_mex_same (of_option (fun w => moves rules b w a) (fun w => V b w a) (rev w)));
    [| now apply (value_is_mex _ (fun w => V b w a))].
  intro x. split; intros (v & I & ->).
  - exists (rev v). rewrite rev_involutive. split; auto.
    apply mirrored_move in I. now rewrite rev_involutive in I.
  - exists (rev v). split; auto. apply mirrored_move in I. now rewrite mirror_mirror in I.
Qed.

(** ** Letters exchanged *)

Definition renaming := list (letter * letter).
Fixpoint rename (f : renaming) (c : letter) : letter :=
  match f with [] => c | (x, y) :: f => if Ascii.eqb c x then y else rename f c end.
Definition rename_rule (f : renaming) (r : rewrite) : rewrite :=
  Rewrite (map (rename f) (lhs r)) (map (rename f) (rhs r)) (asks_left r) (asks_right r).

Fixpoint same_word (u v : word) : bool :=
  match u, v with
  | [], [] => true
  | x :: u, y :: v => if Ascii.eqb x y then same_word u v else false
  | _, _ => false
  end.
Definition same_rule (r r' : rewrite) : bool :=
  same_word (lhs r) (lhs r') && same_word (rhs r) (rhs r') &&
  Bool.eqb (asks_left r) (asks_left r') && Bool.eqb (asks_right r) (asks_right r').
Definition all_letters : word := map ascii_of_nat (seq 0 256).

(** [f] is a permutation of the letters, with the inverse [f'], that keeps the empty cell and maps
    the rules to the rules [other]. *)
Definition renames (f f' : renaming) (rules other : list rewrite) : bool :=
  forallb (fun c => Ascii.eqb (rename f' (rename f c)) c) all_letters &&
  is_empty (rename f "."%char) &&
  forallb (fun r => existsb (same_rule (rename_rule f r)) other) rules &&
  forallb (fun r' => existsb (fun r => same_rule (rename_rule f r) r') rules) other.

Lemma same_word_spec u v : same_word u v = true <-> u = v.
Proof.
  revert v. induction u as [| x u IH]; intros [| y v]; cbn; try easy.
  destruct (Ascii.eqb_spec x y) as [<- | D]; [rewrite IH |]; split; try easy; congruence.
Qed.

Lemma same_rule_spec r r' : same_rule r r' = true -> r = r'.
Proof.
  unfold same_rule. rewrite !andb_true_iff, !same_word_spec, !eqb_true_iff.
  destruct r, r'. cbn. intros (((-> & ->) & ->) & ->). reflexivity.
Qed.

Lemma In_all_letters c : In c all_letters.
Proof.
  unfold all_letters. apply in_map_iff. exists (nat_of_ascii c).
  split; [apply ascii_nat_embedding |]. apply in_seq.
  pose proof (nat_ascii_bounded c). lia.
Qed.

Lemma map_inj f f' : (forall c, rename f' (rename f c) = c) ->
  forall u v, map (rename f) u = map (rename f) v -> u = v.
Proof.
  intros E u v H. apply (f_equal (map (rename f'))) in H. rewrite !map_map in H.
  now rewrite !(map_ext _ _ E), !map_id in H.
Qed.

Section Renamed.
  Variables (f f' : renaming) (rules other : list rewrite).
  Hypothesis R : renames f f' rules other = true.

  Lemma renames_parts :
    (forall c, rename f' (rename f c) = c) /\ (forall c, is_empty (rename f c) = is_empty c) /\
    (forall r, In r rules -> In (rename_rule f r) other) /\
    (forall r', In r' other -> exists r, In r rules /\ r' = rename_rule f r).
  Proof.
    unfold renames in R. rewrite !andb_true_iff, !forallb_forall in R.
    destruct R as (((A & B) & C) & D).
    assert (E : forall c, rename f' (rename f c) = c).
    { intro c. apply Ascii.eqb_eq, A, In_all_letters. }
    unfold is_empty in *. apply Ascii.eqb_eq in B. repeat split; auto.
    - intro c. destruct (Ascii.eqb_spec c ".") as [-> | N]; [now rewrite B |].
      apply Ascii.eqb_neq. intro Q. apply N. now rewrite <- (E c), Q, <- B, E.
    - intros r I. apply C, existsb_exists in I as (r' & J & Q). apply same_rule_spec in Q. congruence.
    - intros r' I. apply D, existsb_exists in I as (r & J & Q). exists r. split; auto.
      now apply same_rule_spec in Q.
  Qed.

  Lemma renamed_ends_before b u : ends_before b (map (rename f) u) = ends_before b u.
  Proof. destruct u; cbn; auto. apply renames_parts. Qed.

  Lemma renamed_ends_behind a u : ends_behind a (map (rename f) u) = ends_behind a u.
  Proof. now rewrite !ends_behind_rev, <- map_rev, renamed_ends_before. Qed.

  Lemma rows_renamed V :
    is_row_grundy other V -> is_row_grundy rules (fun a w b => V a (map (rename f) w) b).
  Proof.
    destruct renames_parts as (E & Z & C & D).
    intros H a b. apply mex_is_value. intro w.
    apply (is_mex_same (of_option (fun w => moves other a w b) (fun w => V a w b) (map (rename f) w)));
      [| now apply (value_is_mex _ (fun w => V a w b))].
    intro x. split; intros (v & I & ->).
    - apply In_moves in I as (u & r' & z & I & Ew & -> & A & B). apply D in I as (r & I & ->).
      cbn [rename_rule lhs rhs asks_left asks_right] in *.
      apply map_eq_app in Ew as (u0 & w0 & -> & <- & Ew). apply map_eq_app in Ew as (l & z0 & -> & El & <-).
      apply (map_inj f f') in El; auto. subst l.
      exists (u0 ++ rhs r ++ z0). rewrite !map_app. split; auto.
      apply In_moves. exists u0, r, z0.
      rewrite renamed_ends_before in B. rewrite renamed_ends_behind in A.
      unfold move_at. auto.
    - exists (map (rename f) v). split; auto. apply In_moves in I as (u & r & z & I & -> & -> & A & B).
      apply In_moves. exists (map (rename f) u), (rename_rule f r), (map (rename f) z).
      unfold move_at. rewrite renamed_ends_before, renamed_ends_behind, !map_app.
      cbn [rename_rule lhs rhs asks_left asks_right]. auto.
  Qed.
End Renamed.
