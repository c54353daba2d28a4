(** Rings of a game on words (rules/words/values.py): words whose last letter is followed by the
    first.  A ring is opened at a letter that no rule looks at, or where it may be cut. *)
From Coq Require Import Arith NArith List Lia Bool Ascii String.
From Mexplore Require Import Grundy Words WordCuts WordPieces WordRuns.
Import ListNotations.
Local Open Scope list_scope.

(** The words after one move on a ring: the rule is applied to the first letters of the ring, begun
    anywhere; before its first letter stands its last one. *)
Definition ring_moves (rules : list rewrite) (w : word) : list word :=
  flat_map (fun i => let t := skipn i w ++ firstn i w in
              flat_map (applied (ends_behind false t) (ends_before false t) t) rules)
    (seq 0 (List.length w)).
Definition is_ring_grundy (rules : list rewrite) (R : word -> N) : Prop :=
  is_value (ring_moves rules) R.

Definition rot (w t : word) : Prop := exists p q, w = p ++ q /\ t = q ++ p.

Lemma rot_refl w : rot w w.
Proof. exists [], w. now rewrite app_nil_r. Qed.

Lemma rot_sym w t : rot w t -> rot t w.
Proof. intros (p & q & -> & ->). now exists q, p. Qed.

Lemma rot_app p q : rot (p ++ q) (q ++ p).
Proof. now exists p, q. Qed.

Lemma rot_trans w t s : rot w t -> rot t s -> rot w s.
Proof.
  intros (p & q & -> & ->) (p' & q' & E & ->).
  apply app_eq_app in E as (l & [[-> ->] | [-> ->]]).
  - exists (p ++ p'), l. now rewrite <- !app_assoc.
  - exists l, (q' ++ q). now rewrite <- !app_assoc.
Qed.

Definition ring_move (rules : list rewrite) (w w' t : word) (r : rewrite) (v : word) : Prop :=
  rot w t /\ In r rules /\ t = lhs r ++ v /\ w' = rhs r ++ v /\
  (asks_left r = true -> ends_behind false t = true) /\
  (asks_right r = true -> ends_before (ends_before false t) v = true).

Section Rings.
  Variables (rules : list rewrite) (s : weighing) (V : values) (R : word -> N).
  Hypothesis fall : rules_fall s rules = true.
  Hypothesis HV : is_row_grundy rules V.
  Hypothesis HR : is_ring_grundy rules R.
  Hypothesis ok : proper rules = true.

  Lemma In_ring_moves w w' :
    In w' (ring_moves rules w) <-> exists t r v, ring_move rules w w' t r v.
  Proof.
    unfold ring_moves, ring_move. rewrite in_flat_map. split.
    - intros (i & I & J). apply In_applied in J as (r & v & J & E & -> & A & B).
      exists (skipn i w ++ firstn i w), r, v. repeat split; auto.
      exists (firstn i w), (skipn i w). now rewrite firstn_skipn.
    - intros (t & r & v & (p & q & -> & ->) & I & E & -> & A & B).
      pose proof (lhs_nonempty rules ok r I) as Z.
      destruct q as [| d q].
      + exists O. rewrite app_nil_r in *. cbn [app] in *. split.
        * apply in_seq. destruct p; [| cbn; lia]. destruct (lhs r); easy.
        * cbn [skipn firstn]. rewrite app_nil_r. apply In_applied. exists r, v. auto.
      + exists (List.length p). split; [apply in_seq; rewrite app_length; cbn; lia |].
        rewrite skipn_app, skipn_all, Nat.sub_diag, firstn_app, firstn_all, Nat.sub_diag.
        cbn [skipn firstn app]. rewrite app_nil_r. apply In_applied. exists r, v. auto.
  Qed.

  Lemma ring_rot w w' : rot w w' -> R w = R w'.
  Proof.
    intro Q. apply (is_mex_unique _ _ _ _ (value_is_mex _ _ w HR) (value_is_mex _ _ w' HR)).
    assert (H : forall w w', rot w w' -> forall v, In v (ring_moves rules w) -> In v (ring_moves rules w')).
    { clear - ok. intros w w' Q v. rewrite !In_ring_moves. intros (t & r & z & P & M).
      exists t, r, z. split; auto. apply rot_sym in Q. now apply (rot_trans _ w). }
    intro x. split; intros (v & I & E); exists v; split; auto; eapply H; eauto. now apply rot_sym.
  Qed.

  Lemma total_rot w t : rot w t -> total s w = total s t.
  Proof. intros (p & q & -> & ->). rewrite !total_app. lia. Qed.

  Lemma ring_falls : falls (ring_moves rules) (total s).
  Proof.
    intros w w' I. apply In_ring_moves in I as (t & r & v & Q & I & -> & -> & _).
    rewrite (total_rot _ _ Q), !total_app.
    assert (F := fall). unfold rules_fall in F. rewrite forallb_forall in F.
    apply F, Nat.ltb_lt in I. lia.
  Qed.

  Lemma ring_alike (S : word -> word -> Prop) a b :
    (forall w v, S w v ->
      (forall w', In w' (ring_moves rules w) -> exists v', In v' (moves rules a v b) /\ S w' v') /\
      (forall v', In v' (moves rules a v b) -> exists w', In w' (ring_moves rules w) /\ S w' v')) ->
    forall w v, S w v -> R w = V a v b.
  Proof. exact (alike _ _ _ _ _ ring_falls HR (HV a b) S). Qed.

  (** A ring is opened at a letter that is in no left side. *)
  Theorem ring_at c v w : never rules c = true -> rot w (c :: v) ->
    R w = V (is_empty c) v (is_empty c).
  Proof.
    intros Nc Q. unfold never in Nc. rewrite forallb_forall in Nc.
    assert (N : forall r, In r rules -> ~ In c (lhs r)).
    { intros r I J. apply mem_In in J. specialize (Nc r I). now rewrite J in Nc. }
    apply (ring_alike (fun w v => rot w (c :: v))); auto. clear w v Q. intros w v Q. split.
    - intros w' I. apply In_ring_moves in I as (t & r & z & Qt & I & E & -> & A & B).
      assert (Qc : rot (c :: v) t) by (apply rot_sym in Q; now apply (rot_trans _ w)).
      destruct Qc as (p & q & E1 & E2).
      assert (inner : forall l, q = lhs r ++ l -> z = l ++ p ->
                exists v', In v' (moves rules (is_empty c) v (is_empty c)) /\ rot (rhs r ++ z) (c :: v')).
      { intros l Eq ->. rewrite Eq in E1. destruct p as [| x p].
        { exfalso. pose proof (lhs_nonempty rules ok r I). destruct (lhs r) as [| x m] eqn:El; [easy |].
          injection E1 as <- _. apply (N r I). rewrite El. now left. }
        injection E1 as <- ->. exists (p ++ rhs r ++ l). split.
        - apply In_moves. exists p, r, l. repeat split; auto.
          + intro P. specialize (A P). now rewrite E2, ends_behind_app in A.
          + intro P. specialize (B P). now rewrite ends_before_app in B.
        - exists (rhs r ++ l), (c :: p). split; [now rewrite <- app_assoc |]. reflexivity. }
      rewrite E in E2. apply app_eq_app in E2 as (l & [[E2 E3] | [E2 E3]]); [| now apply (inner l)].
      destruct l as [| x l].
      + rewrite app_nil_r in E2. cbn in E3. subst p. apply (inner []); [now rewrite app_nil_r | reflexivity].
      + exfalso. subst p. injection E1 as <- _. apply (N r I). rewrite E2. apply in_elt.
    - intros v' I. apply In_moves in I as (p & r & l & I & -> & -> & A & B).
      exists (rhs r ++ l ++ c :: p). split.
      + apply In_ring_moves. exists (lhs r ++ l ++ c :: p), r, (l ++ c :: p).
        split; [| split; [exact I |]; split; [reflexivity |]; split; [reflexivity |]; split].
        * apply (rot_trans _ (c :: p ++ lhs r ++ l)); auto.
          exists (c :: p), (lhs r ++ l). split; [reflexivity | now rewrite <- app_assoc].
        * intro P. rewrite !ends_behind_app. exact (A P).
        * intro P. rewrite ends_before_app. exact (B P).
      + exists (rhs r ++ l), (c :: p). split; [now rewrite <- app_assoc | reflexivity].
  Qed.

  (** It is opened between letters where words may be cut. *)
  Theorem ring_between_sets B D w v :
    closed rules B = true -> closed rules D = true -> may_cut rules B D = true ->
    rot w v -> last_in B v -> first_in D v -> R w = V false v false.
  Proof.
    intros CB CD M Q Lv Fv. destruct (cut_parts rules B D M) as (P1 & P2 & P3).
    apply (ring_alike (fun w v => rot w v /\ last_in B v /\ first_in D v)); auto.
    clear w v Q Lv Fv. intros w v (Q & Lv & Fv). split.
    - intros w' I. apply In_ring_moves in I as (t & r & z & Qt & I & E & -> & A & Bz).
      assert (Qc : rot v t) by (apply rot_sym in Q; now apply (rot_trans _ w)).
      destruct Qc as (p & q & E1 & E2). pose proof (lhs_nonempty rules ok r I) as Z.
      assert (inner : forall p l, v = p ++ lhs r ++ l -> z = l ++ p ->
                exists v', In v' (moves rules false v false) /\
                  rot (rhs r ++ z) v' /\ last_in B v' /\ first_in D v').
      { clear p q E1 E2. intros p l Ev ->. exists (p ++ rhs r ++ l). split; [| split; [| split]].
        - apply In_moves. exists p, r, l. repeat split; auto.
          + intro a. specialize (A a). rewrite E, !ends_behind_app in A. destruct p as [| x p]; [| exact A].
            exfalso. destruct Fv as (d & m & Fd & Id), Lv as (m' & c & Lc & Ic).
            cbn [app ends_behind] in A. rewrite <- ends_behind_app in A.
            rewrite Ev in Lc. cbn [app] in Lc. rewrite Lc, ends_behind_last in A.
            apply Ascii.eqb_eq in A. subst c. destruct (lhs r) as [| e k] eqn:El; [easy |].
            rewrite Ev in Fd. injection Fd as -> _. exact (P3 r k d I a El Id Ic).
          + intro a. specialize (Bz a). destruct l as [| x l]; [| exact Bz].
            exfalso. destruct Fv as (d & m & Fd & Id), Lv as (m' & c & Lc & Ic).
            destruct (lhs r) as [| e k _] eqn:El using rev_ind; [easy |].
            rewrite Ev, app_nil_r, app_assoc in Lc. apply app_inj_tail in Lc as [_ ->].
            cbn [app] in Bz. assert (is_empty d = true).
            { destruct p as [| y p].
              - rewrite app_nil_r in E. cbn [app ends_before] in Bz. rewrite E in Bz.
                rewrite Ev in Fd. cbn [app] in Fd. rewrite app_nil_r in Fd. rewrite Fd in Bz. exact Bz.
              - rewrite Ev in Fd. injection Fd as -> _. exact Bz. }
            apply Ascii.eqb_eq in H. subst d. exact (P2 r k c I a El Ic Id).
        - exists (rhs r ++ l), p. split; [now rewrite <- app_assoc | reflexivity].
        - rewrite Ev in Lv. now apply (last_kept rules ok B CB).
        - rewrite Ev in Fv. now apply (first_kept_in rules ok D p r l CD). }
      rewrite E in E2. apply app_eq_app in E2 as (l & [[E2 E3] | [E2 E3]]).
      + destruct l as [| x l].
        * rewrite app_nil_r in E2. cbn in E3. subst p q. apply (inner z []); [now rewrite app_nil_r | reflexivity].
        * destruct q as [| y q _] using rev_ind.
          -- cbn in E2. subst p. rewrite app_nil_r in E1. apply (inner [] z).
             ++ cbn [app]. now rewrite E1, E2.
             ++ now rewrite app_nil_r.
          -- exfalso. destruct Fv as (d & m & Fd & Id), Lv as (m' & c & Lc & Ic).
             rewrite E1, app_assoc in Lc. apply app_inj_tail in Lc as [_ ->].
             rewrite E1, E3 in Fd. injection Fd as -> _.
             apply (P1 r q c d l I Ic Id). now rewrite E2, <- app_assoc.
      + subst q. now apply (inner p l).
    - intros v' I. apply In_moves in I as (p & r & l & I & E & -> & A & Bz).
      exists (rhs r ++ l ++ p). split.
      + apply In_ring_moves. exists (lhs r ++ l ++ p), r, (l ++ p).
        split; [| split; [exact I |]; split; [reflexivity |]; split; [reflexivity |]; split].
        * apply (rot_trans _ v); auto. exists p, (lhs r ++ l). split; [exact E | now rewrite <- app_assoc].
        * intro a. specialize (A a). destruct p as [| x p]; [easy |]. rewrite !ends_behind_app. exact A.
        * intro a. specialize (Bz a). destruct l as [| x l]; [easy |]. exact Bz.
      + split; [| split].
        * exists (rhs r ++ l), p. split; [now rewrite <- app_assoc | reflexivity].
        * rewrite E in Lv. now apply (last_kept rules ok B CB).
        * rewrite E in Fv. now apply (first_kept_in rules ok D p r l CD).
  Qed.

  Theorem ring_between c d u v w : apart rules c d = true -> rot w (d :: v) -> d :: v = u ++ [c] ->
    R w = V false (d :: v) false.
  Proof.
    unfold apart. rewrite !andb_true_iff. intros ((((A & B) & C) & D) & E) Q U.
    apply mem_In in A, C. apply (ring_between_sets _ _ w (d :: v) B D E Q); [exists u, c | exists d, v]; auto.
  Qed.
End Rings.

(** * Rings of many blocks *)

Section Blocks.
  Variables (rules : list rewrite) (block : word) (n : nat).
  Hypothesis ok : proper rules = true.
  Hypothesis plain : plain_word block = true.
  Hypothesis short : forall r, In r rules -> (List.length (lhs r) <= (n - 1) * List.length block)%nat.
  Hypothesis some : block <> [].

  Lemma rotated_run t : rot (times n block) t -> (0 < n)%nat ->
    exists d, (d < List.length block)%nat /\
      t = skipn d block ++ times (n - 1) block ++ firstn d block /\
      times n block = firstn d block ++ skipn d block ++ times (n - 1) block.
  Proof.
    intros (p & q & E & ->) L.
    assert (Q : forall d, times n block = firstn d block ++ skipn d block ++ times (n - 1) block).
    { intro d. rewrite app_assoc, firstn_skipn. destruct n as [| m]; [lia |]. cbn.
      now rewrite Nat.sub_0_r. }
    destruct q as [| x q].
    - rewrite app_nil_r in E. exists O. split; [destruct block; cbn; [easy | lia] |]. split; auto.
      cbn [skipn firstn app]. rewrite app_nil_r, <- E. exact (Q O).
    - destruct (begin_of_run n block p (x :: q) E) as (i & d & A & B & C & D); [easy |].
      exists d. split; auto. split; auto. rewrite D, C, <- !app_assoc. f_equal.
      rewrite app_assoc, <- times_app. do 2 f_equal. lia.
  Qed.

  Theorem ring_run_moves w' : (0 < n)%nat -> In w' (ring_moves rules (times n block)) ->
    exists c x, In (c, x) (inside_moves rules block) /\ (c <= n)%nat /\
      rot w' (x ++ times (n - c) block).
  Proof.
    intros L I. apply (In_ring_moves rules ok) in I as (t & r & v & Q & I & E & -> & A & B).
    assert (Pt : plain_word t = true).
    { destruct Q as (p & q & E1 & ->). pose proof (plain_times n block plain) as P.
      rewrite E1, plain_app in P. rewrite plain_app, andb_comm. exact P. }
    assert (Zt : t <> []) by (pose proof (lhs_nonempty rules ok r I); rewrite E; now destruct (lhs r)).
    assert (Ql : asks_left r = false).
    { destruct (asks_left r); auto. exfalso. now apply Zt, (plain_end false t), A. }
    assert (Qr : asks_right r = false).
    { destruct (asks_right r); auto. exfalso. specialize (B eq_refl). rewrite E, plain_app in Pt.
      apply andb_prop in Pt as [Pl Pv]. destruct v as [| x v].
      - rewrite app_nil_r in E. subst t. destruct (lhs r) as [| y l]; [easy |]. cbn in *.
        rewrite B in Pl. discriminate.
      - cbn in *. rewrite B in Pv. discriminate. }
    destruct (rotated_run t Q L) as (d & Ld & Et & Er). rewrite E, app_assoc in Et.
    symmetry in Et. apply suffix_of in Et as (v0 & -> & Et).
    2:{ apply (f_equal (@List.length _)) in Et. rewrite !app_length, firstn_length in Et.
        rewrite length_times, skipn_length in Et. specialize (short r I). rewrite firstn_length. lia. }
    rewrite Et in Er.
    destruct (inside_spec rules block ok n (firstn d block) r v0 I Ql Qr Er)
      as (c & x & i & k & J & K & Ex).
    exists c, x. split; auto. split; [lia |].
    apply (rot_trans _ (firstn d block ++ rhs r ++ v0)).
    - exists (rhs r ++ v0), (firstn d block). split; [now rewrite <- app_assoc | reflexivity].
    - rewrite Ex. exists (times i block), (x ++ times k block). split; auto.
      rewrite <- app_assoc, <- times_app. do 2 f_equal. lia.
  Qed.

  Theorem ring_run_back c x : (c <= n)%nat -> In (c, x) (inside_moves rules block) ->
    exists w', In w' (ring_moves rules (times n block)) /\ rot w' (x ++ times (n - c) block).
  Proof.
    intros L I. destruct (inside_back rules block c x 0 (n - c) I) as (u & r & v & Ir & Ql & Qr & E & E').
    replace (0 + c + (n - c))%nat with n in E by lia. cbn [times app] in E'.
    exists (rhs r ++ v ++ u). split.
    - apply (In_ring_moves rules ok). exists (lhs r ++ v ++ u), r, (v ++ u).
      split; [| split; [exact Ir |]; split; [reflexivity |]; split; [reflexivity |]; split];
        [| congruence | congruence].
      exists u, (lhs r ++ v). split; [exact E | now rewrite <- app_assoc].
    - rewrite E'. exists (rhs r ++ v), u. split; [now rewrite <- app_assoc | reflexivity].
  Qed.
End Blocks.
