(** The system that WordKinds derives is that of the game (rules/words/deriving.py): where the check
    computes true, the values of rows are the values of the heaps of the system. *)
From Coq Require Import Arith ZArith NArith List Lia Bool Ascii String.
From Mexplore Require Import Grundy Kinds Words WordCuts WordPieces WordRuns WordRows WordKinds.
Import ListNotations.
Local Open Scope list_scope.

(** The value of the word that a heap stands for; of heaps of Nim, their size. *)
Definition heap_value (D : word_system) (nims : nat) (V : values) (X : heap) : N :=
  match nth_error (rows D) (N.to_nat (fst X)) with
  | Some e => row_value V (run D) e (N.to_nat (snd X))
  | None => if (fst X =? N.of_nat (List.length (rows D)))%N && (snd X <? N.of_nat nims)%N
            then snd X else 0%N
  end.

Lemma has_first (b : word) : b <> [] -> exists m, b = first_of b :: m.
Proof. destruct b as [| c m]; [easy |]. now exists m. Qed.

Lemma has_last (b : word) : b <> [] -> exists m, b = m ++ [first_of (rev b)].
Proof. destruct b as [| c m _] using rev_ind; [easy |]. exists m. now rewrite rev_app_distr. Qed.

Section System.
  Variables (D : word_system) (nims : nat) (V : values).
  Let rules := on D.
  Let h := hint D.
  Let block := run D.
  Let F := heap_value D nims V.
  Let table := table_of (known D).
  Hypothesis HV : is_row_grundy rules V.
  Hypothesis good : rules_right D = true.

  Lemma good_parts :
    rules_fall (weighed D) rules = true /\ proper rules = true /\ hints_right rules h = true /\
    forallb (symmetry_right rules block) (alike_by D) = true /\
    all_right V (table_of (known D)) /\ block <> [] /\
    forallb (fun r => Nat.leb (List.length (lhs r)) (explicit D * List.length block)) rules = true.
  Proof.
    unfold rules_right in good. rewrite !andb_true_iff in good.
    destruct good as [[[[[[A B] C] E] K] N] P]. repeat split; auto.
    - exact (table_right rules (weighed D) V h A HV B C (known D) K).
    - intro Z. unfold block in Z. now rewrite Z in N.
  Qed.

  Let fall : rules_fall (weighed D) rules = true := proj1 good_parts.
  Let ok : proper rules = true := proj1 (proj2 good_parts).
  Let hr : hints_right rules h = true := proj1 (proj2 (proj2 good_parts)).

  Lemma number_value X v : number_of_heap D table nims X = Some v -> F X = v.
  Proof.
    unfold number_of_heap, F, heap_value. destruct (nth_error _ _) as [e |]; [| now intros [= <-]].
    apply (value_in_right rules (weighed D)); auto. apply good_parts.
  Qed.

  Lemma numbers_value l v : number_of_heaps D table nims l = Some v -> value_of_heaps F l = v.
  Proof.
    revert v. induction l as [| X l IH]; intros v E; cbn in E; [now injection E as <- |].
    apply both_spec in E as (x & y & E1 & E2 & ->). apply number_value in E1. apply IH in E2.
    rewrite <- E1, <- E2. reflexivity.
  Qed.

  Lemma fixed_value w bs : fixed D nims w = Some bs -> value_of_heaps F bs = w.
  Proof.
    unfold fixed. destruct (N.eqb_spec w 0) as [-> | Z]; [now intros [= <-] |].
    destruct (w <? N.of_nat nims)%N eqn:L; [| easy]. intros [= <-].
    unfold value_of_heaps, F, heap_value. cbn [map xor_list fold_right fst snd].
    rewrite Nat2N.id, (proj2 (nth_error_None _ _)), N.eqb_refl, L by lia. apply N.lxor_0_r.
  Qed.

  Lemma kind_value e t more : kind_with D e = Some (t, more) ->
    forall k, row_value V block e k = F (N.of_nat t, N.of_nat (more + k)).
  Proof.
    intros E k. pose proof (proj1 (proj2 (proj2 (proj2 good_parts)))) as Y.
    destruct (kind_of_row_value rules (weighed D) V h block fall HV ok hr _ _ Y e t more E)
      as (e' & N & Q).
    unfold F, heap_value. cbn [fst snd]. rewrite !Nat2N.id, N. apply Q.
  Qed.

  Lemma piece_value_is a w b v : piece_value rules h table a w b = Some v -> V a w b = v.
  Proof. apply (piece_value_right rules (weighed D)); auto. apply good_parts. Qed.

  Lemma outcome_value a x l w e z : outcome D table a x l = Some (w, (e, z)) ->
    forall v b, worth V a x l v b = N.lxor w (V e (z ++ v) b).
  Proof.
    revert a x w. induction l as [| [d y] l IH]; intros a x w E v b; cbn in E.
    - injection E as <- <- <-. now rewrite N.lxor_0_l.
    - destruct (piece_value _ _ _ _ _ _) as [u |] eqn:P; [| easy]. apply piece_value_is in P.
      destruct (outcome D table d y l) as [[w' [e' z']] |] eqn:O; [| easy].
      injection E as <- -> ->. cbn. rewrite P, (IH _ _ _ O). symmetry. apply N.lxor_assoc.
  Qed.

  Lemma cut_value w : forall p a v b, V a (p ++ w ++ v) b =
    let (x, l) := cut h None w in worth V a (p ++ x) l v b.
  Proof.
    intros p a v b. apply (cut_worth rules (weighed D) V h fall HV ok hr w p None). discriminate.
  Qed.

  Lemma block_first : exists m, block = first_of block :: m.
  Proof. apply has_first, good_parts. Qed.

  Lemma block_last : exists m, block = m ++ [first_of (rev block)].
  Proof. apply has_last, good_parts. Qed.

  Lemma at_front_value a y w e z : at_front D table a y = Some (w, (e, z)) -> forall j v b,
    V a (y ++ times (S j) block ++ v) b = N.lxor w (V e (z ++ times (S j) block ++ v) b).
  Proof.
    unfold at_front. destruct block_first as [m Em].
    pose proof (cut_value (y ++ [first_of block]) [] a) as C. fold rules h block.
    destruct (cut h None (y ++ [first_of block])) as [x l].
    destruct (outcome D table a x l) as [[w' [e' z']] |] eqn:O; [| easy].
    destruct (rev z') as [| c z1] eqn:R; [easy |].
    destruct (Ascii.eqb_spec c (first_of block)) as [-> | N]; [| easy]. intros [= <- <- <-] j v b.
    apply (f_equal (@rev _)) in R. rewrite rev_involutive in R. cbn in R.
    specialize (C (m ++ times j block ++ v) b). rewrite app_nil_l, (outcome_value _ _ _ _ _ _ O), R in C.
    cbn [times]. rewrite Em at 1 3. rewrite <- !app_assoc in C. rewrite <- !app_assoc. exact C.
  Qed.

  Lemma at_back_value y b w z e : at_back D table y b = Some (w, (z, e)) -> forall j v a,
    V a (v ++ times (S j) block ++ y) b = N.lxor w (V a (v ++ times (S j) block ++ z) e).
  Proof.
    unfold at_back. destruct block_last as [m Em]. intros E j v a.
    assert (R : forall u, v ++ times (S j) block ++ u =
                  (v ++ times j block ++ m) ++ (first_of (rev block) :: u)).
    { intro u. rewrite times_S_end. rewrite Em at 2. now rewrite <- !app_assoc. }
    rewrite !R. pose proof (cut_value (first_of (rev block) :: y) (v ++ times j block ++ m) a [] b) as C.
    fold rules h block in E. destruct (cut h None (first_of (rev block) :: y)) as [x l].
    rewrite app_nil_r in C. rewrite C. clear C R.
    destruct x as [| c x]; [easy |].
    destruct (Ascii.eqb_spec c (first_of (rev block))) as [-> | N]; [| easy].
    destruct l as [| [d u] l].
    - injection E as <- <- <-. cbn [worth]. now rewrite app_nil_r, N.lxor_0_l.
    - destruct (pieces_value _ _ _ _ _ _ _) as [w' |] eqn:P; [| easy]. injection E as <- <- <-.
      apply (pieces_value_right rules (weighed D) V h fall HV ok hr) in P; [| apply good_parts].
      cbn [worth]. rewrite P. apply N.lxor_comm.
  Qed.

  Lemma row_left_value a y k b t more w : row_left D table a y k b = Some ((t, more), w) -> forall j,
    V a (y ++ times (S j) block ++ k) b = N.lxor w (F (N.of_nat t, N.of_nat (more + S j))).
  Proof.
    unfold row_left. destruct (at_front D table a y) as [[w' [e z]] |] eqn:A; [| easy].
    destruct (kind_with D (Ends e z k b)) as [[t' more'] |] eqn:K; [| easy]. intros [= <- <- <-] j.
    rewrite (at_front_value _ _ _ _ _ A). f_equal. exact (kind_value _ _ _ K (S j)).
  Qed.

  Lemma row_right_value a f y b t more w : row_right D table a f y b = Some ((t, more), w) -> forall j,
    V a (f ++ times (S j) block ++ y) b = N.lxor w (F (N.of_nat t, N.of_nat (more + S j))).
  Proof.
    unfold row_right. destruct (at_back D table y b) as [[w' [z e]] |] eqn:A; [| easy].
    destruct (kind_with D (Ends a f z e)) as [[t' more'] |] eqn:K; [| easy]. intros [= <- <- <-] j.
    rewrite (at_back_value _ _ _ _ _ A). f_equal. exact (kind_value _ _ _ K (S j)).
  Qed.

  (** ** Options *)

  Section Row.
    Variables (a b : bool) (f k : word) (n : nat).

    (** The options by these schemas have the values of these words. *)
    Definition covers (ws : word -> Prop) (l : list schema) : Prop :=
      (forall w, ws w -> exists s o, In s l /\ In o (by_schema (N.of_nat n) s) /\
         V a w b = value_of_heaps F o) /\
      (forall s o, In s l -> In o (by_schema (N.of_nat n) s) ->
         exists w, ws w /\ V a w b = value_of_heaps F o).

    Lemma covers_same ws ws' l : (forall w, ws w <-> ws' w) -> covers ws l -> covers ws' l.
    Proof.
      intros E [A B]. split.
      - intros w I. apply A. now apply E.
      - intros s o I J. destruct (B s o I J) as (w & K & L). exists w. split; auto. now apply E.
    Qed.

    Lemma covers_app ws1 ws2 l1 l2 : covers ws1 l1 -> covers ws2 l2 ->
      covers (fun w => ws1 w \/ ws2 w) (l1 ++ l2).
    Proof.
      intros [A1 B1] [A2 B2]. split.
      - intros w [I | I]; [apply A1 in I | apply A2 in I]; destruct I as (s & o & I & J & E);
          exists s, o; rewrite in_app_iff; auto.
      - intros s o I J. apply in_app_iff in I as [I | I];
          [destruct (B1 s o I J) as (w & K & E) | destruct (B2 s o I J) as (w & K & E)];
          exists w; auto.
    Qed.

    Lemma joined_spec x y l : joined x y = Some l ->
      exists l1 l2, x = Some l1 /\ y = Some l2 /\ l = l1 ++ l2.
    Proof. destruct x as [l1 |], y as [l2 |]; try easy. intros [= <-]. eauto. Qed.

    Lemma gather_covers {A} (g : A -> option (list schema)) (ws : A -> word -> Prop) items l :
      (forall x l', In x items -> g x = Some l' -> covers (ws x) l') ->
      gather g items = Some l -> covers (fun w => exists x, In x items /\ ws x w) l.
    Proof.
      revert l. induction items as [| x items IH]; intros l C E; cbn in E.
      - injection E as <-. split; [intros w (x & [] & _) | intros s o []].
      - apply joined_spec in E as (l1 & l2 & E1 & E2 & ->).
        apply (covers_same (fun w => ws x w \/ exists y, In y items /\ ws y w)).
        + intro w. split.
          * intros [I | (y & I & J)]; [exists x | exists y]; split; auto; [now left | now right].
          * intros (y & [<- | I] & J); [now left | right; eauto].
        + apply covers_app; [apply C; auto; now left |]. apply IH; auto.
          intros y l' I. apply C. now right.
    Qed.

    Lemma one_option_covers taken found l w' : (taken <= n)%nat ->
      (forall t more w, found = Some ((t, more), w) ->
         V a w' b = N.lxor w (F (N.of_nat t, N.of_nat (more + (n - taken))))) ->
      one_option D nims taken found = Some l -> covers (eq w') l.
    Proof.
      intros L E. unfold one_option. destruct found as [[[t more] w] |]; [| easy].
      destruct (fixed D nims w) as [bs |] eqn:Fx; [| easy]. intros [= <-].
      apply fixed_value in Fx. specialize (E t more w eq_refl).
      assert (Q : V a w' b = value_of_heaps F ((N.of_nat t, N.of_nat (more + (n - taken))) :: bs)).
      { rewrite E, N.lxor_comm, <- Fx. reflexivity. }
      split.
      - intros w0 <-. do 2 eexists. split; [now left |]. split; [| exact Q].
        now apply In_one_row.
      - intros s o [<- | []] I. apply In_one_row in I; auto. subst o. now exists w'.
    Qed.

    Lemma two_options_covers taken e1 l1 w e2 l2 (words : nat -> nat -> word) l :
      (forall i j, (l1 <= i)%nat -> (l2 <= j)%nat -> (i + taken + j = n)%nat ->
         V a (words i j) b = N.lxor (row_value V block e1 i) (N.lxor w (row_value V block e2 j))) ->
      two_options D nims taken e1 l1 w e2 l2 = Some l ->
      covers (fun w' => exists i j, (l1 <= i)%nat /\ (l2 <= j)%nat /\ (i + taken + j = n)%nat /\
                w' = words i j) l.
    Proof.
      intros E. unfold two_options.
      destruct (kind_with D e1) as [[t1 m1] |] eqn:K1; [| easy].
      destruct (fixed D nims w) as [bs |] eqn:Fx; [| easy].
      destruct (kind_with D e2) as [[t2 m2] |] eqn:K2; [| easy]. intros [= <-].
      apply fixed_value in Fx.
      assert (Q : forall i j, (l1 <= i)%nat -> (l2 <= j)%nat -> (i + taken + j = n)%nat ->
                V a (words i j) b = value_of_heaps F ((N.of_nat t1, N.of_nat (m1 + i)) ::
                  (N.of_nat t2, N.of_nat (m2 + j)) :: bs)).
      { intros i j A B C. rewrite (E i j A B C), (kind_value _ _ _ K1), (kind_value _ _ _ K2).
        rewrite (N.lxor_comm w), <- Fx. reflexivity. }
      split.
      - intros w' (i & j & A & B & C & ->). do 2 eexists. split; [now left |].
        split; [| now apply Q]. apply In_two_rows. exists i, j. auto.
      - intros s o [<- | []] I. apply In_two_rows in I as (i & j & A & B & C & ->).
        exists (words i j). split; [exists i, j |]; auto.
    Qed.

    Lemma parted_apart c d : is_parted h (Some c) d = true -> apart rules c d = true.
    Proof.
      intro E. apply existsb_exists in E as ((c', d') & I & E). apply andb_prop in E as [E1 E2].
      apply Ascii.eqb_eq in E1, E2. cbn in E1, E2. subst c' d'.
      now apply (proj1 (proj2 (hints_parts rules h hr))).
    Qed.

    Lemma within_covers taken new l : (taken < n)%nat ->
      within_run D table nims (Ends a f k b) taken new = Some l ->
      covers (fun w => exists i j, (i + taken + j = n)%nat /\
                w = f ++ times i block ++ new ++ times j block ++ k) l.
    Proof.
      intros L. unfold within_run. fold rules h block.
      pose proof (fun i j => cut_value new (f ++ times i block) a (times j block ++ k) b) as C.
      destruct (cut h None new) as [x [| [d y] l']].
      - destruct (same_word new []) eqn:Z; [easy |].
        assert (Z' : new <> []).
        { apply Bool.not_true_iff_false in Z. now rewrite same_word_spec in Z. }
        destruct (has_first new Z') as [new1 N1], (has_last new Z') as [new2 N2].
        destruct block_first as [m1 M1], block_last as [m2 M2].
        destruct (is_parted h _ _) eqn:P; [| destruct (is_parted h (Some (first_of (rev new))) _) eqn:P2; [| easy]].
        + intro E. apply joined_spec in E as (la & lb & Ea & Eb & ->). apply parted_apart in P.
          apply (two_options_covers _ _ _ _ _ _ (fun i j => f ++ times i block ++ new ++ times j block ++ k)) in Ea.
          * apply (one_option_covers _ _ _ (f ++ new ++ times (n - taken) block ++ k)) in Eb; [| lia |].
            { refine (covers_same _ _ _ _ (covers_app _ _ _ _ Ea Eb)). intro w. split.
              - intros [(i & j & A & B & T & ->) | <-]; [now exists i, j |].
                exists O, (n - taken)%nat. split; [lia | reflexivity].
              - intros (i & j & T & ->). destruct i as [| i]; [right | left; exists (S i), j].
                + replace j with (n - taken)%nat by lia. reflexivity.
                + repeat split; auto; lia. }
            intros t more w R. replace (n - taken)%nat with (S (n - taken - 1)) by lia.
            rewrite <- (row_left_value _ _ _ _ _ _ _ R). now rewrite <- app_assoc.
          * intros i j A B T. destruct i as [| i]; [lia |]. rewrite N.lxor_0_l.
            unfold row_value, word_of. cbn [end_left end_right front back]. rewrite app_nil_r.
            assert (R : f ++ times (S i) block = (f ++ times i block ++ m2) ++ [first_of (rev block)]).
            { rewrite times_S_end. rewrite M2 at 2. now rewrite <- !app_assoc. }
            rewrite app_assoc, R, N1. cbn [app].
            apply (cut_between rules (weighed D) V fall HV ok _ _ P).
        + intro E. apply joined_spec in E as (la & lb & Ea & Eb & ->). apply parted_apart in P2.
          apply (two_options_covers _ _ _ _ _ _ (fun i j => f ++ times i block ++ new ++ times j block ++ k)) in Ea.
          * apply (one_option_covers _ _ _ (f ++ times (n - taken) block ++ new ++ k)) in Eb; [| lia |].
            { refine (covers_same _ _ _ _ (covers_app _ _ _ _ Ea Eb)). intro w. split.
              - intros [(i & j & A & B & T & ->) | <-]; [now exists i, j |].
                exists (n - taken)%nat, O. split; [lia | reflexivity].
              - intros (i & j & T & ->). destruct j as [| j]; [right | left; exists i, (S j)].
                + replace i with (n - taken)%nat by lia. reflexivity.
                + repeat split; auto; lia. }
            intros t more w R. replace (n - taken)%nat with (S (n - taken - 1)) by lia.
            now rewrite <- (row_right_value _ _ _ _ _ _ _ R).
          * intros i j A B T. destruct j as [| j]; [lia |]. rewrite N.lxor_0_l.
            unfold row_value, word_of. cbn [end_left end_right front back app].
            assert (R : f ++ times i block ++ new = (f ++ times i block ++ new2) ++ [first_of (rev new)]).
            { rewrite N2 at 1. now rewrite <- !app_assoc. }
            assert (R2 : times (S j) block ++ k = first_of block :: m1 ++ times j block ++ k).
            { cbn [times]. rewrite M1 at 1. cbn [app]. now rewrite <- app_assoc. }
            rewrite R2, (app_assoc (times i block)), app_assoc, R.
            apply (cut_between rules (weighed D) V fall HV ok _ _ P2).
      - destruct (outcome D table d y l') as [[w [d' z]] |] eqn:O; [| easy]. intro E.
        apply (two_options_covers _ _ _ _ _ _ (fun i j => f ++ times i block ++ new ++ times j block ++ k)) in E.
        + refine (covers_same _ _ _ _ E). intro w'. split.
          * intros (i & j & _ & _ & T & ->). now exists i, j.
          * intros (i & j & T & ->). exists i, j. repeat split; auto; lia.
        + intros i j _ _ T. specialize (C i j). rewrite <- app_assoc in C. rewrite C. cbn [worth].
          unfold row_value, word_of. cbn [end_left end_right front back].
          now rewrite (outcome_value _ _ _ _ _ _ O), <- app_assoc.
    Qed.

    Lemma derived_covers l : plain_word (f ++ block ++ k) = true -> blocks_fit D n = true ->
      derived D table nims (Ends a f k b) = Some l ->
      covers (fun w => In w (moves rules a (f ++ times n block ++ k) b)) l.
    Proof.
      intros Pl B E. unfold blocks_fit in B. rewrite andb_true_iff, forallb_forall in B.
      destruct B as [B1 B2]. apply Nat.ltb_lt in B1.
      pose proof good_parts as parts. destruct parts as (_ & _ & _ & _ & _ & Zb & Sh).
      pose proof (all_moves rules a b f block k (explicit D) ok Zb Pl Sh (n - explicit D - 1)) as M.
      cbn zeta in M. replace (explicit D + S (n - explicit D - 1))%nat with n in M by lia.
      replace (S (n - explicit D - 1))%nat with (n - explicit D)%nat in M by lia.
      unfold derived in E. fold rules block in E.
      apply joined_spec in E as (l1 & l' & E1 & E & ->). apply joined_spec in E as (l2 & l3 & E2 & E3 & ->).
      apply (gather_covers _ (fun y => eq (y ++ times (n - explicit D) block ++ k))) in E1.
      2:{ intros y l0 _ R. apply (one_option_covers _ _ _ (y ++ times (n - explicit D) block ++ k)) in R;
            auto; [lia |]. intros t more w Q.
          replace (n - explicit D)%nat with (S (n - explicit D - 1)) by lia.
          apply (row_left_value _ _ _ _ _ _ _ Q). }
      apply (gather_covers _ (fun y => eq (f ++ times (n - explicit D) block ++ rev y))) in E2.
      2:{ intros y l0 _ R. apply (one_option_covers _ _ _ (f ++ times (n - explicit D) block ++ rev y)) in R;
            auto; [lia |]. intros t more w Q.
          replace (n - explicit D)%nat with (S (n - explicit D - 1)) by lia.
          apply (row_right_value _ _ _ _ _ _ _ Q). }
      apply (gather_covers _ (fun m w => exists i j, (i + fst m + j = n)%nat /\
                w = f ++ times i block ++ snd m ++ times j block ++ k)) in E3.
      2:{ intros [taken new] l0 I R. apply (within_covers taken new); auto.
          apply B2, Nat.ltb_lt in I. exact I. }
      refine (covers_same _ _ _ _ (covers_app _ _ _ _ E1 (covers_app _ _ _ _ E2 E3))).
      intro w. rewrite M. split.
      - intros [(y & I & <-) | [(y & I & <-) | ([taken new] & I & i & j & T & ->)]].
        + left. now exists y.
        + right. left. now exists y.
        + right. right. now exists taken, new, i, j.
      - intros [(y & I & ->) | [(y & I & ->) | (taken & new & i & j & I & T & ->)]].
        + left. now exists y.
        + right. left. now exists y.
        + right. right. exists (taken, new). split; auto. now exists i, j.
    Qed.
  End Row.
End System.
