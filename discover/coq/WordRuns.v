(** The moves of words u w^n v with a long run of one block w (rules/words/deriving.py): near the left
    end, near the right end, and inside the run. *)
From Coq Require Import Arith NArith List Lia Bool Ascii String.
From Mexplore Require Import Grundy Words WordCuts.
Import ListNotations.
Local Open Scope list_scope.

Lemma times_app j k b : times (j + k) b = times j b ++ times k b.
Proof. induction j as [| j IH]; cbn; auto. now rewrite IH, app_assoc. Qed.

Lemma times_S_end k b : times (S k) b = times k b ++ b.
Proof.
  replace (S k) with (k + 1)%nat by lia. rewrite times_app. cbn. now rewrite app_nil_r.
Qed.

Lemma length_times k b : List.length (times k b) = (k * List.length b)%nat.
Proof. induction k as [| k IH]; cbn; auto. now rewrite app_length, IH. Qed.

Lemma rev_times k b : rev (times k b) = times k (rev b).
Proof.
  induction k as [| k IH]; [reflexivity |]. rewrite times_S_end. cbn. now rewrite rev_app_distr, IH.
Qed.

Lemma map_times (f : letter -> letter) k b : map f (times k b) = times k (map f b).
Proof. induction k as [| k IH]; cbn; auto. now rewrite map_app, IH. Qed.

Lemma prefix_of (x y u w : word) : x ++ y = u ++ w -> (List.length x <= List.length u)%nat ->
  exists u', u = x ++ u' /\ y = u' ++ w.
Proof.
  intros E L. apply app_eq_app in E as (l & [[E1 E2] | [E1 E2]]); [| eauto].
  rewrite E1, app_length in L. destruct l; [| cbn in L; lia].
  exists []. rewrite app_nil_r in *. auto.
Qed.

Lemma suffix_of (x y u w : word) : x ++ y = u ++ w -> (List.length y <= List.length w)%nat ->
  exists w', w = w' ++ y /\ x = u ++ w'.
Proof.
  intros E L. apply app_eq_app in E as (l & [[E1 E2] | [E1 E2]]); [eauto |].
  rewrite E2, app_length in L. destruct l; [| cbn in L; lia].
  exists []. rewrite app_nil_r in *. auto.
Qed.

(** A beginning of a run. *)
Lemma begin_of_run n b u v : times n b = u ++ v -> v <> [] ->
  exists i d, (d < List.length b)%nat /\ (i < n)%nat /\ u = times i b ++ firstn d b /\
    v = skipn d b ++ times (n - i - 1) b.
Proof.
  revert u v. induction n as [| n IH]; intros u v E Z; cbn in E.
  - destruct u, v; easy.
  - apply app_eq_app in E as (l & [[E1 E2] | [E1 E2]]).
    + destruct (Nat.lt_ge_cases (List.length u) (List.length b)) as [L | L].
      * assert (Eu : firstn (List.length u) b = u).
        { rewrite E1, firstn_app, firstn_all, Nat.sub_diag. cbn. apply app_nil_r. }
        assert (Es : skipn (List.length u) b = l).
        { now rewrite E1, skipn_app, skipn_all, Nat.sub_diag. }
        exists O, (List.length u). repeat split; auto; [lia |].
        rewrite Es, E2. repeat f_equal. lia.
      * assert (l = []) as ->.
        { destruct l; auto. rewrite E1, app_length in L. cbn in L. lia. }
        rewrite app_nil_r in E1. cbn in E2. subst u v.
        destruct n as [| n]; [now elim Z |].
        destruct (IH [] _ eq_refl Z) as (i & d & A & B & C & D).
        exists (S i), d. split; [exact A |]. split; [lia |]. split; [| exact D].
        cbn [times]. now rewrite <- app_assoc, <- C, app_nil_r.
    + destruct (IH l v E2 Z) as (i & d & A & B & C & D).
      exists (S i), d. split; [exact A |]. split; [lia |]. split; [| exact D].
      cbn [times]. now rewrite E1, C, app_assoc.
Qed.

Lemma skipn_cons d (b t v : word) c : (d < List.length b)%nat -> [c] ++ v = skipn d b ++ t ->
  skipn d b = c :: skipn (S d) b.
Proof.
  revert b. induction d as [| d IH]; intros [| x b] A D; cbn in A; try lia; cbn in D.
  - now injection D as -> _.
  - apply IH; [lia | exact D].
Qed.

(** The same with at least one letter. *)
Lemma begin_of_run_some n b u v : times n b = u ++ v -> u <> [] ->
  exists i d, (1 <= d <= List.length b)%nat /\ (i < n)%nat /\ u = times i b ++ firstn d b /\
    v = skipn d b ++ times (n - i - 1) b.
Proof.
  intros E Z. destruct u as [| c u _] using rev_ind; [easy |]. clear Z.
  rewrite <- app_assoc in E. destruct (begin_of_run n b u ([c] ++ v) E) as (i & d & A & B & C & D); [easy |].
  exists i, (S d). split; [lia |]. split; auto.
  assert (Es : skipn d b = c :: skipn (S d) b) by (eapply skipn_cons; eauto).
  split.
  - rewrite C, <- app_assoc. f_equal. rewrite <- (firstn_skipn d b) at 2. rewrite Es.
    replace (S d) with (List.length (firstn d b) + 1)%nat by (rewrite firstn_length; lia).
    now rewrite firstn_app_2.
  - rewrite Es in D. now injection D as ->.
Qed.

Lemma times_lt_split i i' (b : word) : (i <= i')%nat -> times i' b = times i b ++ times (i' - i) b.
Proof. intro L. rewrite <- times_app. f_equal. lia. Qed.

(** * Moves at the left end *)

(** The words after moves at the first [k] places. *)
Fixpoint moves_within (k : nat) (rules : list rewrite) (a : bool) (w : word) (b : bool) : list word :=
  match k with
  | O => []
  | S k => flat_map (applied a b w) rules ++
           match w with
           | [] => []
           | c :: v => map (cons c) (moves_within k rules (is_empty c) v b)
           end
  end.

Lemma In_moves_within k rules a w b w' :
  In w' (moves_within k rules a w b) <->
  exists u r v, move_at rules a w b w' u r v /\ (List.length u < k)%nat.
Proof.
  unfold move_at. revert k a w'. induction w as [| c w IH]; intros [| k] a w'; cbn [moves_within];
    rewrite ?in_app_iff, ?In_applied; try (split; [easy |]; intros (u & r & v & _ & L); lia).
  - split.
    + intros [(r & v & P) | []]. exists [], r, v. split; [exact P | cbn; lia].
    + intros (u & r & v & (I & E & P) & _). left. exists r, v. destruct u; [| discriminate]. auto.
  - rewrite in_map_iff. split.
    + intros [(r & v & P) | (w0 & <- & I)].
      * exists [], r, v. split; [exact P | cbn; lia].
      * apply IH in I as (u & r & v & (I & -> & -> & P) & L). exists (c :: u), r, v. cbn. 
        split; [auto | lia].
    + intros (u & r & v & (I & E & -> & P) & L). destruct u as [| x u].
      * left. exists r, v. auto.
      * right. injection E as <- E. exists (u ++ rhs r ++ v). split; auto. apply IH.
        exists u, r, v. cbn in L. split; [auto | lia].
Qed.

Section Left.
  Variables (rules : list rewrite) (a : bool) (front block : word) (explicit : nat).

  (** What the front with so many blocks becomes. *)
  Definition left_moves : list word :=
    let w := front ++ times explicit block in
    moves_within (List.length front) rules a w false ++
    flat_map (applied a false w) (filter asks_left rules).

  Definition at_left (u : word) (r : rewrite) : Prop :=
    (List.length u < List.length front)%nat \/ (asks_left r = true /\ u = []).

  Lemma In_left_moves y : In y left_moves <->
    exists u r l, move_at rules a (front ++ times explicit block) false y u r l /\ at_left u r.
  Proof.
    unfold left_moves, at_left. rewrite in_app_iff, In_moves_within, In_applied. split.
    - intros [(u & r & v & P & L) | (r & v & I & P)].
      + exists u, r, v. auto.
      + apply filter_In in I as [I Q]. exists [], r, v. split; [now split | auto].
    - intros (u & r & v & P & [L | [Q ->]]).
      + left. exists u, r, v. auto.
      + right. destruct P as (I & P). exists r, v. rewrite filter_In. auto.
  Qed.

  Hypothesis short : forall r, In r rules -> (List.length (lhs r) <= explicit * List.length block)%nat.
  Variables (c : letter) (more : word).
  Hypothesis first : block = c :: more.
  Hypothesis plain : is_empty c = false.

  Lemma left_spec j back b w' :
    (exists u r v, move_at rules a (front ++ times (explicit + S j) block ++ back) b w' u r v /\
       at_left u r) <->
    exists y, In y left_moves /\ w' = y ++ times (S j) block ++ back.
  Proof.
    rewrite times_app, <- app_assoc, (app_assoc front). split.
    - intros (u & r & v & (I & E & -> & A & B) & C).
      rewrite (app_assoc u) in E. apply app_eq_app in E as (l & [[E1 E2] | [E1 E2]]).
      2:{ assert (l = []) as ->.
          { apply (f_equal (@List.length _)) in E1. rewrite !app_length, length_times in E1.
            specialize (short r I). destruct l; auto. cbn in E1.
            destruct C as [C | [_ ->]]; cbn in *; lia. }
          rewrite app_nil_r in E1. rewrite app_nil_l in E2.
          exists (u ++ rhs r ++ []). split; [| now rewrite app_nil_r, <- app_assoc, E2].
          apply In_left_moves. exists u, r, []. split; auto. unfold move_at. rewrite !app_nil_r, <- E1.
          repeat split; auto. intro Q. specialize (B Q). rewrite <- E2 in B.
          rewrite first in B. cbn in B. congruence. }
      exists (u ++ rhs r ++ l). split; [| now rewrite <- !app_assoc, E2].
      apply In_left_moves. exists u, r, l. split; auto. rewrite E1, <- app_assoc.
      repeat split; auto. intro Q. specialize (B Q). rewrite E2 in B. destruct l as [| d l]; auto.
      rewrite first in B. cbn in B. congruence.
    - intros (y & I & ->). apply In_left_moves in I as (u & r & l & (I & E & -> & A & B) & C).
      exists u, r, (l ++ times (S j) block ++ back). split; auto. rewrite E, <- !app_assoc.
      repeat split; auto. intro Q. specialize (B Q). now destruct l.
  Qed.
End Left.

(** * Moves inside the run *)

Section Inside.
  Variables (rules : list rewrite) (block : word).

  (** A rule at letter [d] of a block: how many blocks it meets, and what they become. *)
  Definition inside_at (r : rewrite) (d : nat) : list (nat * word) :=
    let stop := (d + List.length (lhs r))%nat in
    let full := Nat.div (stop - 1) (List.length block) in
    let d' := (stop - full * List.length block)%nat in
    if same_word (firstn d block ++ lhs r) (times full block ++ firstn d' block)
    then [(S full, firstn d block ++ rhs r ++ skipn d' block)] else [].
  Definition inside_moves : list (nat * word) :=
    flat_map (fun r => if asks_left r || asks_right r then []
                       else flat_map (inside_at r) (seq 0 (List.length block))) rules.

  Hypothesis ok : proper rules = true.

  Lemma inside_spec n u r v : In r rules -> asks_left r = false -> asks_right r = false ->
    times n block = u ++ lhs r ++ v ->
    exists c x i k, In (c, x) inside_moves /\ (i + c + k = n)%nat /\
      u ++ rhs r ++ v = times i block ++ x ++ times k block.
  Proof.
    intros I Ql Qr E. pose proof (lhs_nonempty rules ok r I) as Z.
    destruct (begin_of_run n block u (lhs r ++ v) E) as (i & d & A & B & C & D).
    { destruct (lhs r); easy. }
    rewrite app_assoc in E.
    destruct (begin_of_run_some n block (u ++ lhs r) v E) as (i' & d' & A' & B' & C' & D').
    { destruct u; cbn; [destruct (lhs r) |]; easy. }
    assert (Lb : (0 < List.length block)%nat) by lia.
    assert (L1 : (List.length u = i * List.length block + d)%nat).
    { rewrite C, app_length, length_times, firstn_length. lia. }
    assert (L2 : (List.length u + List.length (lhs r) = i' * List.length block + d')%nat).
    { apply (f_equal (@List.length _)) in C'.
      rewrite !app_length, length_times, firstn_length in C'. lia. }
    assert (Ll : (0 < List.length (lhs r))%nat) by (destruct (lhs r); cbn; [easy | lia]).
    assert (Li : (i <= i')%nat) by nia.
    assert (F : Nat.div (d + List.length (lhs r) - 1) (List.length block) = (i' - i)%nat).
    { symmetry. apply (Nat.div_unique _ _ _ (d' - 1)); [lia |].
      assert (i' * List.length block = i * List.length block + (i' - i) * List.length block)%nat by nia.
      nia. }
    exists (S (i' - i)), (firstn d block ++ rhs r ++ skipn d' block), i, (n - i' - 1)%nat.
    split; [| split; [lia |]].
    - unfold inside_moves. apply in_flat_map. exists r. split; auto. rewrite Ql, Qr. cbn [orb].
      apply in_flat_map. exists d. split; [apply in_seq; lia |]. unfold inside_at. rewrite F.
      replace (d + List.length (lhs r) - (i' - i) * List.length block)%nat with d'.
      2:{ assert (i' * List.length block = i * List.length block + (i' - i) * List.length block)%nat by nia.
          lia. }
      replace (same_word _ _) with true; [now left |]. symmetry. apply same_word_spec.
      apply (app_inv_head (times i block)). rewrite !app_assoc, <- C, C'. f_equal.
      now apply times_lt_split.
    - rewrite C at 1. now rewrite D', <- !app_assoc.
  Qed.

  Lemma inside_back c x i k : In (c, x) inside_moves ->
    exists u r v, In r rules /\ asks_left r = false /\ asks_right r = false /\
      times (i + c + k) block = u ++ lhs r ++ v /\ times i block ++ x ++ times k block = u ++ rhs r ++ v.
  Proof.
    intro I. unfold inside_moves in I. apply in_flat_map in I as (r & I & J).
    destruct (asks_left r) eqn:Ql, (asks_right r) eqn:Qr; try easy. cbn [orb] in J.
    apply in_flat_map in J as (d & Id & J). apply in_seq in Id. unfold inside_at in J.
    set (full := Nat.div _ _) in J. set (d' := (_ - full * _)%nat) in J.
    destruct (same_word _ _) eqn:E; [| easy]. apply same_word_spec in E.
    destruct J as [J | []]. injection J as <- <-.
    exists (times i block ++ firstn d block), r, (skipn d' block ++ times k block).
    repeat split; auto.
    - replace (i + S full + k)%nat with (i + (S full + k))%nat by lia.
      rewrite !times_app, times_S_end, <- !app_assoc. f_equal.
      rewrite <- (firstn_skipn d' block) at 2. rewrite <- app_assoc.
      rewrite (app_assoc (times full block)), <- E. now rewrite <- app_assoc.
    - now rewrite <- !app_assoc.
  Qed.
End Inside.

(** * All moves *)

Definition plain_word (w : word) : bool := forallb (fun c => negb (is_empty c)) w.

Lemma plain_app u v : plain_word (u ++ v) = plain_word u && plain_word v.
Proof. apply forallb_app. Qed.

Lemma plain_times k b : plain_word b = true -> plain_word (times k b) = true.
Proof. intro B. induction k as [| k IH]; cbn; auto. now rewrite plain_app, B, IH. Qed.

Lemma plain_rev w : plain_word (rev w) = plain_word w.
Proof.
  induction w as [| c w IH]; auto. cbn. rewrite plain_app, IH. cbn. rewrite andb_true_r. apply andb_comm.
Qed.

Lemma plain_end a u : plain_word u = true -> ends_behind a u = true -> u = [].
Proof.
  destruct u as [| c u _] using rev_ind; auto. rewrite plain_app, ends_behind_last.
  intros P E. cbn [plain_word forallb] in P. now rewrite E, andb_false_r in P.
Qed.

Section All.
  Variables (rules : list rewrite) (a b : bool) (front block back : word) (explicit : nat).
  Hypothesis ok : proper rules = true.
  Hypothesis some : block <> [].
  Hypothesis plain : plain_word (front ++ block ++ back) = true.
  Hypothesis short :
    forallb (fun r => Nat.leb (List.length (lhs r)) (explicit * List.length block)) rules = true.

  Definition right_moves : list word := left_moves (map mirror rules) b (rev back) (rev block) explicit.

  Lemma short_lhs r : In r rules -> (List.length (lhs r) <= explicit * List.length block)%nat.
  Proof. rewrite forallb_forall in short. intro I. now apply Nat.leb_le, short. Qed.

  Lemma first_letter : exists c more, block = c :: more /\ is_empty c = false.
  Proof.
    rewrite !plain_app, !andb_true_iff in plain. destruct plain as (_ & P & _).
    destruct block as [| c more]; [easy |]. exists c, more. cbn in P. apply andb_prop in P as [P _].
    split; auto. now apply Bool.negb_true_iff.
  Qed.

  Lemma last_letter : exists c more, rev block = c :: more /\ is_empty c = false.
  Proof.
    rewrite !plain_app, !andb_true_iff in plain. destruct plain as (_ & P & _).
    rewrite <- plain_rev in P.
    destruct (rev block) as [| c more] eqn:E; [now apply (f_equal (@rev _)) in E; rewrite rev_involutive in E |].
    exists c, more. cbn in P. apply andb_prop in P as [P _].
    split; auto. now apply Bool.negb_true_iff.
  Qed.

  Theorem all_moves j w' : let n := (explicit + S j)%nat in
    In w' (moves rules a (front ++ times n block ++ back) b) <->
    (exists y, In y (left_moves rules a front block explicit) /\ w' = y ++ times (S j) block ++ back) \/
    (exists y, In y right_moves /\ w' = front ++ times (S j) block ++ rev y) \/
    (exists c x i k, In (c, x) (inside_moves rules block) /\ (i + c + k = n)%nat /\
       w' = front ++ times i block ++ x ++ times k block ++ back).
  Proof.
    intro n. destruct first_letter as (c1 & m1 & F1 & P1), last_letter as (c2 & m2 & F2 & P2).
    assert (Lspec := left_spec rules a front block explicit short_lhs c1 m1 F1 P1 j back b).
    assert (Rspec := fun w' => left_spec (map mirror rules) b (rev back) (rev block) explicit
              ltac:(intros r I; apply in_map_iff in I as (r' & <- & I); cbn;
                    rewrite !rev_length; now apply short_lhs) c2 m2 F2 P2 j (rev front) a w').
    fold n in Lspec, Rspec. fold right_moves in Rspec.
    assert (Erev : rev back ++ times n (rev block) ++ rev front = rev (front ++ times n block ++ back)).
    { now rewrite !rev_app_distr, rev_times, <- app_assoc. }
    rewrite Erev in Rspec.
    assert (Q : plain_word (front ++ times n block ++ back) = true).
    { rewrite !plain_app, !andb_true_iff in *. destruct plain as (A & B & C). repeat split; auto.
      now apply plain_times. }
    split.
    - intro I. apply In_moves in I as (u & r & v & M).
      destruct (Nat.lt_ge_cases (List.length u) (List.length front)) as [Lu | Lu].
      { left. apply Lspec. exists u, r, v. split; auto. now left. }
      destruct (asks_left r) eqn:Ql.
      { left. apply Lspec. exists u, r, v. split; auto. right. split; auto.
        destruct M as (_ & E & _ & A & _). apply (plain_end a); auto. rewrite E, plain_app in Q.
        now apply andb_prop in Q. }
      right.
      assert (M' : move_at (map mirror rules) b (rev (front ++ times n block ++ back)) a (rev w')
                     (rev v) (mirror r) (rev u)).
      { destruct M as (I & E & E' & A & B). split; [now apply in_map |].
        rewrite E, E', !rev_app_distr, <- !app_assoc. cbn [mirror lhs rhs asks_left asks_right].
        repeat split; auto; intro; [rewrite ends_behind_rev, rev_involutive | congruence]; auto. }
      assert (rightwards : at_left (rev back) (rev v) (mirror r) ->
                exists y, In y right_moves /\ w' = front ++ times (S j) block ++ rev y).
      { intro C. destruct (proj1 (Rspec (rev w'))) as (y & I & E); [now exists (rev v), (mirror r), (rev u) |].
        exists y. split; auto. apply (f_equal (@rev _)) in E.
        now rewrite rev_involutive, !rev_app_distr, rev_times, !rev_involutive, <- app_assoc in E. }
      destruct (Nat.lt_ge_cases (List.length v) (List.length back)) as [Lv | Lv].
      { left. apply rightwards. left. now rewrite !rev_length. }
      destruct (asks_right r) eqn:Qr.
      { left. apply rightwards. right. split; auto. destruct M as (_ & E & _ & _ & B).
        rewrite E, !plain_app, !andb_true_iff in Q. destruct Q as (_ & _ & Q).
        apply (plain_end b); [now rewrite plain_rev |]. rewrite ends_behind_rev, rev_involutive. auto. }
      right. destruct M as (I & E & -> & _).
      apply prefix_of in E as (u' & -> & E); auto. rewrite (app_assoc u') in E.
      apply suffix_of in E as (v' & -> & E); auto. rewrite <- app_assoc in E.
      destruct (inside_spec rules block ok n u' r v' I Ql Qr E) as (c & x & i & k & J & K & E').
      exists c, x, i, k. repeat split; auto.
      rewrite <- app_assoc, (app_assoc (rhs r)), (app_assoc u'), E'. now rewrite <- !app_assoc.
    - intros [H | [H | (c & x & i & k & J & K & ->)]].
      + apply Lspec in H as (u & r & v & M & _). apply In_moves. now exists u, r, v.
      + destruct H as (y & I & ->).
        destruct (proj2 (Rspec (y ++ times (S j) (rev block) ++ rev front))) as (u & r & v & M & _);
          [now exists y |].
        assert (H : In (y ++ times (S j) (rev block) ++ rev front)
                  (moves (map mirror rules) b (rev (front ++ times n block ++ back)) a)).
        { apply In_moves. now exists u, r, v. }
        apply mirrored_move in H. rewrite mirror_mirror, rev_involutive in H.
        rewrite !rev_app_distr, rev_times, !rev_involutive, <- app_assoc in H. exact H.
      + destruct (inside_back rules block c x i k J) as (u & r & v & I & Ql & Qr & E & E').
        replace (times i block ++ x ++ times k block ++ back)
          with ((times i block ++ x ++ times k block) ++ back) by now rewrite <- !app_assoc.
        rewrite K in E. rewrite E, E'. apply In_moves.
        exists (front ++ u), r, (v ++ back). unfold move_at. rewrite <- !app_assoc, Ql, Qr.
        repeat split; auto; discriminate.
  Qed.
End All.
