(** Laws that automata tell: who wins, in normal and in misere play, and the first nim-values
    (discover/outcomes/law.py; the theorems are those of discover/outcomes/deciding.py and
    discover/outcomes/values.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate Numerations Readings Kernel KernelReached KernelLaw.
Import ListNotations.
Local Open Scope Z_scope.

Definition some_of : list bool -> bool := existsb id.
Definition none_of (l : list bool) : bool := negb (some_of l).

(** The lost positions are those that K accepts. *)
Definition normal_play (K : automaton) : list condition := [Never K K; Always [K] some_of K].

(** The same in misere play; T accepts positions without a move. *)
Definition misere_play (K T : automaton) : list condition :=
  [Never K K; Never T everything; Always [K; T] some_of K; Always [K] none_of everything].

(** Those of value k are the ones that number k of the list accepts; these are all, if [whole]. *)
Definition member (l : list automaton) (k : nat) : automaton := nth k l everything.

Fixpoint alone (l : list bool) : bool :=
  match l with [] => true | b :: l => negb (b && some_of l) && alone l end.

Definition told_once (whole : bool) (l : list bool) : bool := alone l && (negb whole || some_of l).

Definition first_values (l : list automaton) (whole : bool) : list condition :=
  Each l (told_once whole) ::
  flat_map (fun k => [Never (member l k) (member l k);
                      Always (map (member l) (seq 0 (S k))) some_of (member l k)])
    (seq 0 (length l)).

Lemma alone_once l i j :
  alone l = true -> nth i l false = true -> nth j l false = true -> i = j.
Proof.
  assert (S : forall l k, nth k l false = true -> some_of l = true).
  { clear. intros l k H. apply existsb_exists. exists true. split; auto. rewrite <- H. apply nth_In.
    destruct (Nat.lt_ge_cases k (length l)) as [L | L]; auto. rewrite nth_overflow in H; easy. }
  revert i j. induction l as [| b l IH]; intros i j A B C; [destruct i; discriminate |].
  cbn [alone] in A. apply andb_prop in A as [A A'].
  destruct i as [| i], j as [| j]; cbn [nth] in B, C; auto.
  - apply S in C. rewrite B, C in A. discriminate.
  - apply S in B. rewrite B, C in A. discriminate.
Qed.

Section Told.
  Variable N : numeration.
  Variables (n : nat) (width : BinNums.N) (fuel : nat) (moves : list move) (sums : list (list Z))
    (periods : nat).
  Notation check := (check N n width fuel moves sums periods).

  Variable options : game.
  Hypothesis same : forall v w, position n v -> position n w -> options v w <-> leads moves v w.
  Notation holds c C := (conditions_hold N n width fuel moves sums periods _ C options same c).

  (** * Who wins *)

  Theorem lost_law K :
    check (normal_play K) = true ->
    forall lost, is_lost n options lost ->
    forall v, position n v -> (lost v <-> accepts N K v = true).
  Proof.
    intros C lost H.
    pose proof (holds (Never K K) C ltac:(cbn; auto)) as H1.
    pose proof (holds (Always [K] some_of K) C ltac:(cbn; auto)) as H2. cbn in H1, H2.
    pose proof (play_ends N n width fuel moves sums periods _ C options same) as W.
    intro v. induction v as [v IH] using (well_founded_induction W). intro P.
    assert (B : forall w, position n w -> options v w -> (lost w <-> accepts N K w = true)).
    { intros w Q O. apply IH; auto. now split. }
    rewrite (H v P). split.
    - intro L. destruct (accepts N K v) eqn:A; auto. exfalso.
      destruct (H2 v P) as (w & Q & O & Aw); [now rewrite A |]. apply (L w Q O). now apply B.
    - intros A w Q O L. apply (H1 v w P Q O A). now apply B.
  Qed.

  Theorem lost_exists K : check (normal_play K) = true -> exists lost, is_lost n options lost.
  Proof.
    intro C. exists (fun v => accepts N K v = true).
    pose proof (holds (Never K K) C ltac:(cbn; auto)) as H1.
    pose proof (holds (Always [K] some_of K) C ltac:(cbn; auto)) as H2. cbn in H1, H2.
    intros v P. split.
    - intros A w Q O. exact (H1 v w P Q O A).
    - intro L. destruct (accepts N K v) eqn:A; auto. exfalso.
      destruct (H2 v P) as (w & Q & O & Aw); [now rewrite A |]. exact (L w Q O Aw).
  Qed.

  (** * Misere play *)

  Section Misere.
    Variables K T : automaton.
    Hypothesis C : check (misere_play K T) = true.

    Lemma misere_conditions v :
      position n v ->
      (accepts N K v = true ->
         (exists w, position n w /\ options v w) /\
         forall w, position n w -> options v w -> accepts N K w = true -> False) /\
      (accepts N K v = false -> (exists w, position n w /\ options v w) ->
         exists w, position n w /\ options v w /\ accepts N K w = true).
    Proof.
      intro P.
      pose proof (holds (Never K K) C ltac:(cbn; auto)) as H1.
      pose proof (holds (Never T everything) C ltac:(cbn; auto)) as H2.
      pose proof (holds (Always [K; T] some_of K) C ltac:(cbn; auto)) as H3.
      pose proof (holds (Always [K] none_of everything) C ltac:(cbn; auto)) as H4.
      cbn in H1, H2, H3, H4. split.
      - intro A. split.
        + destruct (H4 v P) as (w & Q & O & _); [now rewrite A |]. now exists w.
        + intros w Q O. exact (H1 v w P Q O A).
      - intros A (w & Q & O). apply (H3 v P). rewrite A. cbn.
        destruct (accepts N T v) eqn:E; auto. exfalso.
        apply (H2 v w P Q O E). apply everything_accepts.
    Qed.

    Theorem misere_law :
      forall lost, is_lost_in_misere n options lost ->
      forall v, position n v -> (lost v <-> accepts N K v = true).
    Proof.
      intros lost H.
      pose proof (play_ends N n width fuel moves sums periods _ C options same) as W.
      intro v. induction v as [v IH] using (well_founded_induction W). intro P.
      assert (B : forall w, position n w -> options v w -> (lost w <-> accepts N K w = true)).
      { intros w Q O. apply IH; auto. now split. }
      destruct (misere_conditions v P) as [H1 H2]. rewrite (H v P). split.
      - intros [M L]. destruct (accepts N K v) eqn:A; auto. exfalso.
        destruct (H2 eq_refl M) as (w & Q & O & Aw). apply (L w Q O). now apply B.
      - intro A. destruct (H1 A) as [M L]. split; auto. intros w Q O X. apply (L w Q O). now apply B.
    Qed.

    Theorem misere_exists : exists lost, is_lost_in_misere n options lost.
    Proof.
      exists (fun v => accepts N K v = true). intros v P.
      destruct (misere_conditions v P) as [H1 H2]. split; [apply H1 |].
      intros [M L]. destruct (accepts N K v) eqn:A; auto. exfalso.
      destruct (H2 eq_refl M) as (w & Q & O & Aw). exact (L w Q O Aw).
    Qed.
  End Misere.

  (** * The first nim-values *)

  Section Values.
    Variables (l : list automaton) (whole : bool).
    Hypothesis C : check (first_values l whole) = true.

    Lemma told_nth v k : (k < length l)%nat -> nth k (told N l v) false = accepts N (member l k) v.
    Proof.
      intro L. unfold told, member. rewrite (nth_indep _ _ (accepts N everything v)) by now rewrite map_length.
      exact (map_nth (fun K => accepts N K v) l everything k).
    Qed.

    Lemma at_most_one v j k :
      position n v -> (j < length l)%nat -> (k < length l)%nat ->
      accepts N (member l j) v = true -> accepts N (member l k) v = true -> j = k.
    Proof.
      intros P J K A B. pose proof (holds (Each l (told_once whole)) C ltac:(now left) v P) as H.
      apply andb_prop in H as [H _].
      apply (alone_once _ _ _ H); now rewrite told_nth.
    Qed.

    Lemma value_conditions k :
      (k < length l)%nat ->
      (forall v w, position n v -> position n w -> options v w ->
         accepts N (member l k) v = true -> accepts N (member l k) w = true -> False) /\
      (forall v, position n v -> (forall j, (j <= k)%nat -> accepts N (member l j) v = false) ->
         exists w, position n w /\ options v w /\ accepts N (member l k) w = true).
    Proof.
      intro L.
      assert (I : forall c, In c [Never (member l k) (member l k);
                      Always (map (member l) (seq 0 (S k))) some_of (member l k)] -> In c (first_values l whole)).
      { intros c I. right. apply in_flat_map. exists k. split; auto. apply in_seq. lia. }
      pose proof (holds _ C (I _ (or_introl eq_refl))) as H1.
      pose proof (holds _ C (I _ (or_intror (or_introl eq_refl)))) as H2.
      split; [exact H1 |]. intros v P F. apply (H2 v P).
      destruct (some_of _) eqn:E; auto. apply existsb_exists in E as (b & J & E). unfold id in E. subst b.
      unfold told in J. apply in_map_iff in J as (K & A & J). apply in_map_iff in J as (j & <- & J).
      apply in_seq in J. rewrite F in A by lia. discriminate.
    Qed.

    Theorem values_law :
      forall valued, is_valued n options valued ->
      forall v, position n v -> forall k, (k < length l)%nat ->
      (valued v k <-> accepts N (member l k) v = true).
    Proof.
      intros valued H.
      pose proof (play_ends N n width fuel moves sums periods _ C options same) as W.
      intro v. induction v as [v IH] using (well_founded_induction W). intros P k L.
      assert (B : forall w j, position n w -> options v w -> (j < length l)%nat ->
                (valued w j <-> accepts N (member l j) w = true)).
      { intros w j Q O J. apply IH; auto. now split. }
      destruct (value_conditions k L) as [H1 H2]. rewrite (H v k P). split.
      - intros [D E]. destruct (accepts N (member l k) v) eqn:A; auto. exfalso.
        destruct (H2 v P) as (w & Q & O & Aw).
        + intros j J. destruct (accepts N (member l j) v) eqn:Aj; auto. exfalso.
          assert (J' : (j < k)%nat) by (destruct (Nat.eq_dec j k) as [-> |]; [congruence | lia]).
          destruct (E j J') as (w & Q & O & Vw).
          apply (proj1 (value_conditions j ltac:(lia)) v w P Q O Aj). apply B; auto; lia.
        + apply (D w Q O). now apply B.
      - intro A. split.
        + intros w Q O V. apply (H1 v w P Q O A). now apply B.
        + intros j J. destruct (proj2 (value_conditions j ltac:(lia)) v P) as (w & Q & O & Aw).
          * intros i I. destruct (accepts N (member l i) v) eqn:Ai; auto. exfalso.
            assert (i = k) by (apply (at_most_one v); auto; lia). lia.
          * exists w. split; auto. split; auto. apply B; auto; lia.
    Qed.

    (** Every position has one of these values, if they are all. *)
    Theorem values_are_all :
      whole = true ->
      forall valued, is_valued n options valued ->
      forall v, position n v -> exists k, (k < length l)%nat /\ valued v k.
    Proof.
      intros Hw valued H v P. pose proof (holds (Each l (told_once whole)) C ltac:(now left) v P) as E.
      apply andb_prop in E as [_ E]. rewrite Hw in E. cbn in E.
      apply existsb_exists in E as (b & I & E). unfold id in E. subst b.
      apply (In_nth _ _ false) in I as (k & L & A). unfold told in L. rewrite map_length in L.
      rewrite told_nth in A by auto. exists k. split; auto. now apply (values_law valued H).
    Qed.
  End Values.

  Section Exist.
    Variable conditions : list condition.
    Hypothesis C : check conditions = true.

    (** There are values, by induction along play; *)
    Notation before := (option_of n options).

    Fixpoint valued_by (v : list Z) (a : Acc before v) (k : nat) {struct a} : Prop :=
      (forall w (H : before w v), ~ valued_by w (Acc_inv a H) k) /\
      (forall j, (j < k)%nat -> exists w (H : before w v), valued_by w (Acc_inv a H) j).

    Lemma valued_by_any v (a b : Acc before v) k : valued_by v a k <-> valued_by v b k.
    Proof.
      pose proof (play_ends N n width fuel moves sums periods _ C options same) as W.
      revert a b k. induction v as [v IH] using (well_founded_induction W). intros [a] [b] k.
      cbn [valued_by Acc_inv]. split; intros [D E]; split.
      - intros w H V. apply (D w H). now apply (IH w H (b w H) (a w H)).
      - intros j J. destruct (E j J) as (w & H & V). exists w, H. now apply (IH w H (a w H) (b w H)).
      - intros w H V. apply (D w H). now apply (IH w H (a w H) (b w H)).
      - intros j J. destruct (E j J) as (w & H & V). exists w, H. now apply (IH w H (b w H) (a w H)).
    Qed.

    Theorem values_exist : exists valued, is_valued n options valued.
    Proof.
      pose proof (play_ends N n width fuel moves sums periods _ C options same) as W.
      exists (fun v => valued_by v (W v)). intros v k P. destruct (W v) as [a]. cbn [valued_by Acc_inv].
      split; intros [D E]; split.
      - intros w Q O V. assert (H : before w v) by now split. apply (D w H).
        now apply (valued_by_any w (W w)).
      - intros j J. destruct (E j J) as (w & H & V). exists w. split; [apply H |]. split; [apply H |].
        now apply (valued_by_any w (a w H)).
      - intros w H V. apply (D w); try apply H. now apply (valued_by_any w (a w H)).
      - intros j J. destruct (E j J) as (w & Q & O & V). assert (H : before w v) by now split.
        exists w, H. now apply (valued_by_any w (W w)).
    Qed.

    (** and which they are is determined. *)
    Theorem valued_unique F G :
      is_valued n options F -> is_valued n options G ->
      forall v, position n v -> forall k, F v k <-> G v k.
    Proof.
      intros HF HG.
      pose proof (play_ends N n width fuel moves sums periods _ C options same) as W.
      intro v. induction v as [v IH] using (well_founded_induction W). intros P k.
      assert (B : forall w j, position n w -> options v w -> (F w j <-> G w j)).
      { intros w j Q O. apply IH; auto. now split. }
      rewrite (HF v k P), (HG v k P). split; intros [D E]; split.
      1, 3: intros w Q O V; apply (D w Q O); now apply B.
      all: intros j J; destruct (E j J) as (w & Q & O & V); exists w; repeat split; auto;
        try apply Q; now apply B.
    Qed.
  End Exist.
End Told.
