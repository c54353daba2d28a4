(** Nim but for finitely many heaps (discover/heaps/theorems/nim_but_for_few.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy NumberMoves.
Import ListNotations.
Local Open Scope N_scope.

(** What may be left: these heaps alone, or every smaller heap but these. *)
Inductive moves := Only (l : list N) | Except (l : list N).

(** The moves of the exceptions; every other heap may become any smaller one. *)
Definition moves_at (E : list (N * moves)) (n : N) : moves :=
  match find (fun x => fst x =? n) E with Some x => snd x | None => Except [] end.

Definition left_by (E : list (N * moves)) (n : N) : list N :=
  match moves_at E n with
  | Only l => filter (fun h => h <? n) l
  | Except l => filter (fun h => negb (among h l)) (upto (N.to_nat n) 0)
  end.

Definition nim_but (E : list (N * moves)) : rule := leaves (left_by E).

Lemma In_left_by E n h :
  In h (left_by E n) <-> h < n /\ match moves_at E n with Only l => In h l | Except l => ~ In h l end.
Proof.
  unfold left_by. destruct (moves_at E n) as [l | l]; rewrite filter_In.
  - rewrite N.ltb_lt. tauto.
  - rewrite In_upto, negb_true_iff. unfold among. rewrite <- not_true_iff_false, existsb_In.
    split; intros [A B]; split; auto; lia.
Qed.

Lemma nim_but_falls E : falls (left_by E).
Proof. intros n h I. now apply In_left_by in I. Qed.

(** The heaps that have the value of a smaller one, with their values. *)
Definition repeats (R : list (N * N)) (n : N) : bool := existsb (fun x => fst x =? n) R.
Definition count_below (R : list (N * N)) (n : N) : N := N.of_nat (length (filter (fun x => fst x <? n) R)).

(** The value of one of them is the one named; of all others it is n less the number of them below. *)
Definition nim_but_value (R : list (N * N)) (n : N) : N :=
  match find (fun x => fst x =? n) R with Some x => snd x | None => n - count_below R n end.

(** The least value that none below n has. *)
Definition fresh (R : list (N * N)) (n : N) : N := n - count_below R n.

Section Law.
  Variable R : list (N * N).
  Hypothesis D : NoDup (map fst R).
  Local Notation F := (nim_but_value R).
  Local Notation w := (fresh R).

  Lemma count_next n : count_below R (n + 1) = count_below R n + if repeats R n then 1 else 0.
  Proof.
    unfold count_below, repeats. induction R as [| x L IH]; [reflexivity |].
    cbn [map] in D. apply NoDup_cons_iff in D as [Nx D']. specialize (IH D'). cbn [filter existsb].
    destruct (N.eqb_spec (fst x) n) as [X | X].
    - assert (Z : existsb (fun x => fst x =? n) L = false).
      { destruct (existsb (fun x => fst x =? n) L) eqn:Y; auto. exfalso. apply Nx.
        apply existsb_exists in Y as (y & I & Y). apply N.eqb_eq in Y. rewrite X, <- Y. now apply in_map. }
      rewrite Z in IH. cbn [orb].
      destruct (N.ltb_spec (fst x) (n + 1)), (N.ltb_spec (fst x) n); try lia. cbn [length]. lia.
    - cbn [orb]. destruct (N.ltb_spec (fst x) (n + 1)), (N.ltb_spec (fst x) n); try lia; cbn [length]; lia.
  Qed.

  Lemma count_most n : count_below R n <= n.
  Proof.
    induction n as [| n IH] using N.peano_ind.
    - unfold count_below. clear. induction R as [| x L IH]; [cbn; lia |]. cbn [filter].
      destruct (N.ltb_spec (fst x) 0); [lia | exact IH].
    - rewrite <- N.add_1_r, count_next. destruct (repeats R n); lia.
  Qed.

  Lemma w_next n : w (n + 1) = w n + if repeats R n then 0 else 1.
  Proof. unfold fresh. rewrite count_next. pose proof (count_most n). destruct (repeats R n); lia. Qed.

  Lemma w_grows m n : m <= n -> w m <= w n.
  Proof.
    intro L. replace n with (m + (n - m)) by lia. induction (n - m) as [| k IH] using N.peano_ind.
    - now rewrite N.add_0_r.
    - rewrite <- N.add_1_r, N.add_assoc, w_next. lia.
  Qed.

  Lemma value_alone n : repeats R n = false -> F n = w n.
  Proof.
    unfold repeats, nim_but_value, fresh. intro X.
    destruct (find (fun x => fst x =? n) R) as [x |] eqn:Y; auto.
    apply find_some in Y as [I Y]. assert (existsb (fun x => fst x =? n) R = true); [| congruence].
    apply existsb_exists. now exists x.
  Qed.

  Lemma value_repeated n : repeats R n = true -> exists v, In (n, v) R /\ F n = v.
  Proof.
    unfold repeats, nim_but_value. intro X.
    destruct (find (fun x => fst x =? n) R) as [[m v] |] eqn:Y.
    - apply find_some in Y as [I Y]. apply N.eqb_eq in Y. cbn in *. subst. now exists v.
    - apply existsb_exists in X as (x & I & X). apply (find_none _ _ Y) in I. congruence.
  Qed.

  Hypothesis less : forall e v, In (e, v) R -> v < w e.

  Lemma value_small n : F n < w (n + 1).
  Proof.
    rewrite w_next. destruct (repeats R n) eqn:X.
    - apply value_repeated in X as (v & I & ->). apply less in I. lia.
    - rewrite value_alone by auto. lia.
  Qed.

  (** The values below n are 0, ..., w(n) - 1. *)
  Lemma values_below n u : u < w n -> exists m, m < n /\ F m = u /\ repeats R m = false.
  Proof.
    induction n as [| n IH] using N.peano_ind; [unfold fresh; cbn; lia |].
    rewrite <- N.add_1_r, w_next. destruct (repeats R n) eqn:X; intro L.
    - destruct IH as (m & A & B); [lia |]. exists m. split; [lia | exact B].
    - destruct (N.eq_dec u (w n)) as [-> | Y].
      + exists n. split; [lia |]. split; [now apply value_alone | exact X].
      + destruct IH as (m & A & B); [lia |]. exists m. split; [lia | exact B].
  Qed.

  Lemma value_below m n : m < n -> F m < w n.
  Proof. intro L. pose proof (value_small m). pose proof (w_grows (m + 1) n ltac:(lia)). lia. Qed.

  (** A value has one heap that does not repeat. *)
  Lemma alone_unique m n : repeats R m = false -> repeats R n = false -> F m = F n -> m = n.
  Proof.
    intros A B E. rewrite (value_alone m A), (value_alone n B) in E.
    destruct (N.lt_trichotomy m n) as [L | [L | L]]; auto; exfalso.
    - pose proof (w_grows (m + 1) n ltac:(lia)) as X. rewrite w_next, A in X. lia.
    - pose proof (w_grows (n + 1) m ltac:(lia)) as X. rewrite w_next, B in X. lia.
  Qed.
End Law.

(** A heap below n of value u that is not in the list. *)
Definition other_heap (R : list (N * N)) (l : list N) (n u : N) : bool :=
  existsb (fun m => (m <? n) && (nim_but_value R m =? u) && negb (among m l))
    (map fst R ++ upto (S (length R)) u).

Definition exception_fits (R : list (N * N)) (n : N) (m : moves) : bool :=
  let v := nim_but_value R n in
  match m with
  | Only l => mex (map (nim_but_value R) (filter (fun h => h <? n) l)) =? v
  | Except l =>
      forallb (fun h => (v <=? nim_but_value R h) || other_heap R l n (nim_but_value R h)) l &&
      (negb (repeats R n) ||
       (forallb (fun x => (n <=? fst x) || negb (snd x =? v) || among (fst x) l) R &&
        existsb (fun h => negb (repeats R h) && (nim_but_value R h =? v)) l))
  end.

Fixpoint different (l : list N) : bool :=
  match l with [] => true | x :: l => negb (among x l) && different l end.

Definition check_nim_but (E : list (N * moves)) (R : list (N * N)) : bool :=
  different (map fst R) &&
  forallb (fun x => (snd x <? fresh R (fst x)) && existsb (fun y => fst y =? fst x) E) R &&
  forallb (fun x => exception_fits R (fst x) (snd x)) E.

Lemma different_spec l : different l = true -> NoDup l.
Proof.
  induction l as [| x l IH]; cbn; intro H; constructor; apply andb_prop in H as [A B]; auto.
  apply negb_true_iff in A. intro I. apply existsb_In in I. unfold among in A. congruence.
Qed.

Theorem nim_but_law E R :
  check_nim_but E R = true ->
  forall G, is_grundy (nim_but E) G -> forall n, G n = nim_but_value R n.
Proof.
  unfold check_nim_but. rewrite !andb_true_iff, !forallb_forall. intros [[D L] C] G HG.
  apply different_spec in D.
  assert (less : forall e v, In (e, v) R -> v < fresh R e).
  { intros e v I. specialize (L _ I). apply andb_prop in L as [L _]. now apply N.ltb_lt in L. }
  apply (law_of_leaves _ (nim_but_value R) G (nim_but_falls E) HG). intro n.
  assert (Fits : exception_fits R n (moves_at E n) = true).
  { unfold moves_at. destruct (find (fun x => fst x =? n) E) as [x |] eqn:X.
    - apply find_some in X as [I X]. apply N.eqb_eq in X. subst n. now apply C.
    - cbn. destruct (repeats R n) eqn:Y; auto. exfalso.
      destruct (value_repeated R n Y) as (v & I & _). specialize (L _ I).
      apply andb_prop in L as [_ L]. apply existsb_exists in L as (y & J & L).
      apply (find_none _ _ X) in J. cbn in *. congruence. }
  assert (Most : (nim_but_value R) n <= fresh R n).
  { destruct (repeats R n) eqn:Y.
    - destruct (value_repeated R n Y) as (v & I & Z). apply less in I. lia.
    - pose proof (value_alone R n Y). lia. }
  apply (is_mex_same (fun v => exists h, h < n /\ match moves_at E n with Only l => In h l | Except l => ~ In h l end /\ v = (nim_but_value R) h)).
  { intro v. split; intros (h & I); exists h; rewrite In_left_by in *; tauto. }
  destruct (moves_at E n) as [l | l]; cbn [exception_fits] in Fits.
  - apply N.eqb_eq in Fits. rewrite <- Fits.
    apply (is_mex_same (fun v => In v (map (nim_but_value R) (filter (fun h => h <? n) l)))); [| apply mex_spec].
    intro v. rewrite in_map_iff. split; intros (h & A & B).
    + apply filter_In in B as [B B']. apply N.ltb_lt in B'. exists h. auto.
    + exists h. split; [now symmetry | apply filter_In; rewrite N.ltb_lt; tauto].
  - apply andb_prop in Fits as [Others Own]. rewrite forallb_forall in Others. split.
    + intros (h & A & B & Eq). apply orb_true_iff in Own as [Own | Own].
      * apply negb_true_iff in Own. pose proof (value_below R D less h n A) as X.
        pose proof (value_alone R n Own). lia.
      * apply andb_prop in Own as [O1 O2]. rewrite forallb_forall in O1.
        destruct (repeats R h) eqn:Y.
        -- destruct (value_repeated R h Y) as (v & I & Z). specialize (O1 _ I). cbn [fst snd] in O1.
           apply orb_true_iff in O1 as [O1 | O1]; [| apply existsb_In in O1; auto].
           apply orb_true_iff in O1 as [O1 | O1]; [apply N.leb_le in O1; lia |].
           apply negb_true_iff, N.eqb_neq in O1. apply O1. congruence.
        -- apply existsb_exists in O2 as (m & I & O2). apply andb_prop in O2 as [O2 O3].
           apply negb_true_iff in O2. apply N.eqb_eq in O3. apply B.
           replace h with m; auto. apply (alone_unique R D m h O2 Y). congruence.
    + intros u U. destruct (values_below R D n u) as (m & A & B & _); [lia |].
      destruct (in_dec N.eq_dec m l) as [I | I].
      * specialize (Others m I). apply orb_true_iff in Others as [X | X]; [apply N.leb_le in X; lia |].
        apply existsb_exists in X as (k & _ & X). apply andb_prop in X as [X X3]. apply andb_prop in X as [X1 X2].
        apply N.ltb_lt in X1. apply N.eqb_eq in X2. exists k. split; auto. split; [| congruence].
        apply negb_true_iff in X3. intro J. apply existsb_In in J. unfold among in X3. congruence.
      * exists m. auto.
Qed.
