(** Laws of games on words (rules/words/game.py, discover/systems/theorems/guy_smith.py): the values
    of the rows u w^n v are those of the heaps of the system that is derived from the rules, and
    follow its laws. *)
From Coq Require Import Arith ZArith NArith List Lia Bool Ascii String.
From Mexplore Require Import Grundy Kinds KindLaws WordSystem.
From Mexplore Require Import Words WordCuts WordPieces WordRuns WordRows WordKinds.
Import ListNotations.
Local Open Scope list_scope.

Definition row_of (u block v : word) (n : N) : word := u ++ times (N.to_nat n) block ++ v.

(** * Equal schemas *)

Lemma same_list_spec {A} (same : A -> A -> bool) l m :
  (forall x y, same x y = true -> x = y) -> same_list same l m = true -> l = m.
Proof.
  intro E. revert m. induction l as [| x l IH]; intros [| y m]; cbn; try easy.
  rewrite andb_true_iff. intros [A1 A2]. apply E in A1. apply IH in A2. congruence.
Qed.

Lemma same_schema_spec x y : same_schema x y = true -> x = y.
Proof.
  unfold same_schema. rewrite !andb_true_iff. intros [[[[A B] C] D] E].
  assert (same_N : forall x y, N.eqb x y = true -> x = y) by (intros; now apply N.eqb_eq).
  apply Z.eqb_eq in A. apply N.eqb_eq in D. apply same_list_spec in E; auto.
  apply same_list_spec in B.
  - apply same_list_spec in C.
    + destruct x, y. cbn in *. congruence.
    + intros [a b] [c d] Q. unfold same_heap in Q. cbn in Q. apply andb_prop in Q as [Q1 Q2].
      apply N.eqb_eq in Q1, Q2. congruence.
  - intros [a b c d] [a' b' c' d'] Q. unfold same_part in Q. cbn in Q. rewrite !andb_true_iff in Q.
    destruct Q as [[[Q1 Q2] Q3] Q4]. apply N.eqb_eq in Q1, Q2, Q3. apply same_list_spec in Q4; auto.
    congruence.
Qed.

(** * The system is that of the game *)

Section OfGame.
  Variables (D : word_system) (V : values) (kinds : list kind).
  Let nims := nims_of D kinds.
  Let F := heap_value D nims V.
  Let table := table_of (known D).
  Hypothesis HV : is_row_grundy (on D) V.
  Hypothesis good : rules_right D = true.

  Lemma listed_value t k n l : listed_right D table nims t k = true ->
    nth_error (listed k) (N.to_nat n) = Some l -> F (t, n) = mex (map (value_of_heaps F) l).
  Proof.
    unfold listed_right. rewrite forallb_forall. intros L E.
    assert (I : In n (upto (List.length (listed k)) 0)).
    { apply In_upto. assert (N.to_nat n < List.length (listed k))%nat by (apply nth_error_Some; congruence).
      lia. }
    specialize (L n I). rewrite E in L.
    destruct (number_of_heap D table nims (t, n)) as [v |] eqn:Q; [| easy].
    apply (number_value D nims V HV good) in Q. fold F in Q. rewrite Q. symmetry.
    refine (is_mex_of_spec _ _ _ _ _ L). intros o u _. apply (numbers_value D nims V HV good).
  Qed.

  Lemma rows_right_spec t ends ks : rows_right D table nims t ends ks = true -> forall i,
    (forall e, nth_error ends i = Some e -> exists k, nth_error ks i = Some k /\
       row_right_check D table nims (t + N.of_nat i) e k = true) /\
    (forall k, nth_error ends i = None -> nth_error ks i = Some k ->
       i = List.length ends /\ no_schemas k = true /\ listed_right D table nims (t + N.of_nat i) k = true).
  Proof.
    revert t ks. induction ends as [| e ends IH]; intros t ks R i.
    - split; [destruct i; easy |]. intros k _ E. destruct ks as [| k' [| ? ?]]; [destruct i; easy | | easy].
      cbn in R. apply andb_prop in R as [R1 R2].
      destruct i as [| i]; [| destruct i; easy]. injection E as <-. rewrite N.add_0_r. auto.
    - destruct ks as [| k ks]; [easy |]. cbn [rows_right] in R. apply andb_prop in R as [R1 R2].
      destruct i as [| i].
      + split; [| easy]. intros e' [= <-]. exists k. rewrite N.add_0_r. auto.
      + replace (t + N.of_nat (S i))%N with (t + 1 + N.of_nat i)%N by lia.
        destruct (IH _ _ R2 i) as [A B]. split; [exact A |]. intros k' E1 E2.
        destruct (B k' E1 E2) as (-> & P). auto.
  Qed.

  Hypothesis checked : rows_right D table nims 0 (rows D) kinds = true.

  Theorem system_of_game : is_system_grundy (of_kinds kinds) F.
  Proof.
    intros [t n]. destruct (rows_right_spec _ _ _ checked (N.to_nat t)) as [A B].
    rewrite N.add_0_l, N2Nat.id in A, B. unfold of_kinds. cbn [fst snd].
    destruct (nth_error (rows D) (N.to_nat t)) as [e |] eqn:Er.
    - destruct (A e eq_refl) as (k & Ek & C). rewrite Ek.
      unfold row_right_check in C. rewrite !andb_true_iff in C. destruct C as [[[C1 C2] C3] C4].
      destruct (nth_error (listed k) (N.to_nat n)) as [l |] eqn:El; [eapply listed_value; eauto |].
      apply nth_error_None in El.
      destruct (derived D table nims e) as [l |] eqn:Ed; [| easy].
      apply andb_prop in C4 as [C4 C5]. rewrite forallb_forall in C4, C5.
      destruct e as [a f b' b]. cbn [front back] in C1.
      assert (fit : blocks_fit D (N.to_nat n) = true).
      { unfold blocks_fit in *. rewrite andb_true_iff, forallb_forall in *. destruct C2 as [P Q].
        apply Nat.ltb_lt in P. split; [apply Nat.ltb_lt; lia |]. intros x I. specialize (Q x I).
        apply Nat.ltb_lt in Q. apply Nat.ltb_lt. lia. }
      destruct (derived_covers D nims V HV good a b f b' (N.to_nat n) l C1 fit Ed) as [P Q].
      rewrite N2Nat.id in P, Q. fold F in P, Q.
      assert (E : F (t, n) = V a (f ++ times (N.to_nat n) (run D) ++ b') b).
      { unfold F, heap_value. cbn [fst snd]. now rewrite Er. }
      rewrite E. symmetry. apply mex_of_is_mex.
      apply (is_mex_same (of_option (fun w => moves (on D) a w b) (fun w => V a w b)
               (f ++ times (N.to_nat n) (run D) ++ b')));
        [| apply (value_is_mex _ (fun w => V a w b)), HV].
      intro x. rewrite in_map_iff. split.
      + intros (w & I & ->). destruct (P w I) as (s & o & Is & Io & ->). exists o. split; auto.
        apply in_flat_map. exists s. split; auto.
        apply C4, existsb_exists in Is as (s' & Is & S). apply same_schema_spec in S. now subst.
      + intros (o & <- & I). apply in_flat_map in I as (s & Is & Io).
        apply C5, existsb_exists in Is as (s' & Is & S). apply same_schema_spec in S. subst s'.
        destruct (Q s o Is Io) as (w & I & E'). exists w. split; auto.
    - destruct (nth_error kinds (N.to_nat t)) as [k |] eqn:Ek.
      + destruct (B k eq_refl eq_refl) as (Et & C1 & C2).
        destruct (nth_error (listed k) (N.to_nat n)) as [l |] eqn:El; [eapply listed_value; eauto |].
        unfold no_schemas in C1. destruct (schemas k); [| easy].
        unfold F, heap_value. cbn [fst snd]. rewrite Er.
        replace (n <? N.of_nat nims)%N with false; [now rewrite andb_false_r |].
        symmetry. apply N.ltb_ge. apply nth_error_None in El. unfold nims, nims_of.
        rewrite <- Et, Ek. lia.
      + unfold F, heap_value. cbn [fst snd]. rewrite Er.
        destruct (N.eqb_spec t (N.of_nat (List.length (rows D)))) as [-> | Z]; [| reflexivity].
        rewrite Nat2N.id in Ek. unfold nims, nims_of. rewrite Ek. now destruct n.
  Qed.
End OfGame.

(** * The words with which play starts *)

(** Whether the word without a block is worth what this heap and fixed words are. *)
Definition at_zero (D : word_system) (table : known_table) (nims : nat) (u v : word) (t more : nat)
    (w : N) : bool :=
  match value_in (on D) (hint D) table true (u ++ v) true,
        number_of_heap D table nims (N.of_nat t, N.of_nat more) with
  | Some x, Some y => (x =? N.lxor w y)%N
  | _, _ => false
  end.

(** From which n on they are heaps of a kind, with fixed words beside: the kind, how many blocks
    more the heap has, the value of the fixed words. *)
Definition start_of (D : word_system) (table : known_table) (nims : nat) (u v : word) : option (N * N * N * N) :=
  match kind_with D (Ends true u v true) with
  | Some (t, more) => Some (0, N.of_nat t, N.of_nat more, 0)%N
  | None =>
      match at_front D table true u with
      | Some (w, (a, z)) =>
          match row_right D table a z v true with
          | Some ((t, more), w') =>
              let first := if at_zero D table nims u v t more (N.lxor w w') then 0%N else 1%N in
              Some (first, N.of_nat t, N.of_nat more, N.lxor w w')
          | None => None
          end
      | None => None
      end
  end.

Lemma start_value D nims V u v first t more w :
  is_row_grundy (on D) V -> rules_right D = true ->
  start_of D (table_of (known D)) nims u v = Some (first, t, more, w) -> forall n, (first <= n)%N ->
  V true (row_of u (run D) v n) true = N.lxor w (heap_value D nims V (t, n + more)%N).
Proof.
  intros HV good E n L. unfold start_of in E. unfold row_of.
  destruct (kind_with D (Ends true u v true)) as [[t0 m0] |] eqn:K.
  - injection E as <- <- <- <-. rewrite N.lxor_0_l.
    replace (n + N.of_nat m0)%N with (N.of_nat (m0 + N.to_nat n)) by lia.
    exact (kind_value D nims V HV good _ _ _ K (N.to_nat n)).
  - destruct (at_front D (table_of (known D)) true u) as [[w1 [a z]] |] eqn:A; [| easy].
    destruct (row_right D (table_of (known D)) a z v true) as [[[t0 m0] w2] |] eqn:R; [| easy].
    injection E as <- <- <- <-.
    destruct (N.eq_dec n 0) as [-> | Z].
    { destruct (at_zero _ _ _ _ _ _ _ _) eqn:Q; [| lia]. unfold at_zero in Q.
      destruct (value_in _ _ _ _ _ _) as [x |] eqn:X; [| easy].
      destruct (number_of_heap _ _ _ _) as [y |] eqn:Y; [| easy]. apply N.eqb_eq in Q. subst x.
      apply (number_value D nims V HV good) in Y. rewrite N.add_0_l, Y.
      apply (value_in_right (on D) (weighed D) V) in X; auto; apply (good_parts D V HV good). }
    replace (N.to_nat n) with (S (N.to_nat n - 1)) by lia.
    rewrite (at_front_value D V HV good _ _ _ _ _ A).
    rewrite (row_right_value D nims V HV good _ _ _ _ _ _ _ R), <- N.lxor_assoc.
    do 4 f_equal. lia.
Qed.

Definition same_start (x : option (N * N * N * N)) (y : N * N * N * N) : bool :=
  match x, y with
  | Some (a, b, c, d), (a', b', c', d') => (a <=? a')%N && (b =? b')%N && (c =? c')%N && (d =? d')%N
  | None, _ => false
  end.

Definition check_start (D : word_system) (kinds : list kind) (u v : word) (first t more w : N)
    (laws : list law_of_kind) (m0 q s : N) : bool :=
  same_start (start_of D (table_of (known D)) (nims_of D kinds) u v) (first, t, more, w) && (first <=? m0)%N &&
  ((w =? 0) || (s =? 0))%N &&
  existsb (fun l : law_of_kind => let '(t', m, q', s') := l in
             (t' =? t)%N && (m <=? m0 + more)%N && (q' =? q)%N && (s' =? s)%N) laws.

(** With words beside that are worth something values may not rise. *)
Theorem words_law D u v kinds scale shift weights tables shown laws first t more w m0 q s :
  check_words D kinds &&
  check_kinds kinds scale shift weights tables shown laws &&
  check_start D kinds u v first t more w laws m0 q s = true ->
  forall W, is_word_grundy (on D) W ->
  (exists F, is_system_grundy (of_kinds kinds) F /\
     (forall n, (first <= n)%N -> W (row_of u (run D) v n) = N.lxor w (F (t, n + more)%N)) /\
     (forall l, In l laws -> holds F l)) /\
  forall n, (m0 <= n)%N -> W (row_of u (run D) v (n + q)) = raised s (W (row_of u (run D) v n)).
Proof.
  rewrite !andb_true_iff. intros [[C1 C2] C3] W HW. unfold check_words in C1.
  apply andb_prop in C1 as [good checked]. unfold check_start in C3. rewrite !andb_true_iff in C3.
  destruct C3 as [[[C3 C4] C8] C5]. apply N.leb_le in C4.
  assert (fall : rules_fall (weighed D) (on D) = true).
  { unfold rules_right in good. now rewrite !andb_true_iff in good. }
  destruct (rows_exist _ _ W fall HW) as (V & HV & E).
  pose proof (system_of_game D V kinds HV good checked) as HF.
  set (F := heap_value D (nims_of D kinds) V) in *.
  pose proof (kinds_law _ _ _ _ _ _ _ C2 F HF) as laws_hold.
  destruct (start_of D (table_of (known D)) (nims_of D kinds) u v) as [[[[first' t'] more'] w'] |] eqn:St; [| easy].
  unfold same_start in C3. rewrite !andb_true_iff, !N.eqb_eq, N.leb_le in C3.
  destruct C3 as [[[C3 ->] ->] ->].
  assert (Q : forall n, (first <= n)%N ->
            W (row_of u (run D) v n) = N.lxor w (F (t, n + more)%N)).
  { intros n L. rewrite E. apply start_value with (first := first'); auto. lia. }
  split; [now exists F |]. intros n L. rewrite raised_is, !Q by lia.
  apply existsb_exists in C5 as ([[[t' m] q'] s'] & I & C5). rewrite !andb_true_iff in C5.
  destruct C5 as [[[C5 C6] C7] C9]. apply N.eqb_eq in C5, C7, C9. apply N.leb_le in C6. subst t' q' s'.
  specialize (laws_hold _ I). cbn in laws_hold.
  replace (n + q + more)%N with (n + more + q)%N by lia. rewrite laws_hold by lia.
  apply orb_prop in C8 as [C8 | C8]; apply N.eqb_eq in C8; subst.
  - now rewrite !N.lxor_0_l.
  - now rewrite !N.add_0_r.
Qed.
