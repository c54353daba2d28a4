(** Numbers written with the weights U(0) = 1, U(i+1) = c(i)*U(i) + e*U(i-1), where U(-1) = 1 and
    c(0), c(1), ... repeats a list forever: in base c where e = 0, in a numeration of Ostrowski where
    e = 1, of which c = 1 has the Fibonacci numbers 1, 2, 3, 5, ...  Digits are greedy, the most
    significant one first (discover/automata/numeration.py). *)
From Coq Require Import ZArith List Lia Bool.
Import ListNotations.
Local Open Scope Z_scope.

Record numeration := Numeration { cs : list Z; e : Z }.

Definition period (N : numeration) : nat := length (cs N).
Definition c (N : numeration) (i : nat) : Z := nth (i mod period N) (cs N) 1.

Definition is_numeration (N : numeration) : bool :=
  negb (period N =? 0)%nat &&
  (((e N =? 0) && forallb (Z.leb 2) (cs N)) || ((e N =? 1) && forallb (Z.leb 1) (cs N))).

Section Weights.
  Variable N : numeration.

  (** U(i) and U(i-1). *)
  Fixpoint weights (i : nat) : Z * Z :=
    match i with
    | O => (1, 1)
    | S i => let (u, v) := weights i in (c N i * u + e N * v, u)
    end.

  Definition U (i : nat) : Z := fst (weights i).
  Definition V (i : nat) : Z := snd (weights i).

  (** The digits of the numbers of a tuple, one place after the other. *)
  Fixpoint rows (i : nat) (v : list Z) : list (list Z) :=
    match i with
    | O => []
    | S i => map (fun n => n / U i) v :: rows i (map (fun n => n mod U i) v)
    end.

  Hypothesis HN : is_numeration N = true.

  Lemma period_positive : (0 < period N)%nat.
  Proof.
    unfold is_numeration in HN. apply andb_prop in HN as [P _]. apply negb_true_iff, Nat.eqb_neq in P. lia.
  Qed.

  Lemma numeration_is i : (e N = 0 /\ 2 <= c N i) \/ (e N = 1 /\ 1 <= c N i).
  Proof.
    pose proof period_positive as P.
    assert (I : In (c N i) (cs N)) by (apply nth_In, Nat.mod_upper_bound; unfold period in *; lia).
    unfold is_numeration in HN. apply andb_prop in HN as [_ H].
    apply orb_prop in H as [H | H]; apply andb_prop in H as [A B];
      apply Z.eqb_eq in A; rewrite forallb_forall in B; apply B, Z.leb_le in I; auto.
  Qed.

  (** Places are told by their number modulo the period; the one below another one. *)
  Lemma c_place i : c N (i mod period N) = c N i.
  Proof. unfold c. now rewrite Nat.mod_mod by (pose proof period_positive; lia). Qed.

  Definition below_place (k : nat) : nat := match k with O => pred (period N) | S k => k end.

  Lemma below_place_next i : below_place (S i mod period N) = (i mod period N)%nat.
  Proof.
    pose proof period_positive as P. set (p := period N) in *.
    pose proof (Nat.mod_upper_bound i p ltac:(lia)) as B.
    pose proof (Nat.div_mod i p ltac:(lia)) as D. set (r := (i mod p)%nat) in *.
    destruct (Nat.eq_dec (S r) p) as [E | E].
    - replace (S i mod p)%nat with 0%nat; [unfold below_place; fold p; lia |].
      apply Nat.mod_unique with (S (i / p)); nia.
    - replace (S i mod p)%nat with (S r); [reflexivity |].
      apply Nat.mod_unique with (i / p)%nat; lia.
  Qed.

  Lemma U_next i : U (S i) = c N i * U i + e N * V i.
  Proof. unfold U, V. cbn [weights]. now destruct (weights i). Qed.

  Lemma V_next i : V (S i) = U i.
  Proof. unfold U, V. cbn [weights]. now destruct (weights i). Qed.

  Lemma weights_grow i : 1 <= V i <= U i.
  Proof.
    induction i as [| i IH]; [cbn; lia |]. rewrite V_next, U_next.
    destruct (numeration_is i) as [[-> ?] | [-> ?]]; nia.
  Qed.

  (** Two places more than double the weight. *)
  Lemma weights_double i : 2 * U i <= U (S (S i)).
  Proof.
    pose proof (weights_grow i). pose proof (weights_grow (S i)) as G.
    rewrite V_next in G. rewrite U_next, V_next.
    destruct (numeration_is (S i)) as [[-> ?] | [-> ?]]; nia.
  Qed.

  (** * The digit after another one

      A digit is *full* if the next one has to be 0; it stands at place k, or at one that is k modulo
      the period. *)
  Definition is_full (k : nat) (d : Z) : bool := (e N =? 1) && (d =? c N k).
  Definition greatest (k : nat) (full : bool) : Z := if full then 0 else c N k - 1 + e N.

  Lemma is_full_place i d : is_full (i mod period N) d = is_full i d.
  Proof. unfold is_full. now rewrite c_place. Qed.

  Lemma greatest_place i full : greatest (i mod period N) full = greatest i full.
  Proof. unfold greatest. now rewrite c_place. Qed.

  (** What a number with i digits, after a digit that is full or not, is less than. *)
  Definition bound (i : nat) (full : bool) : Z := if full then V i else U i.

  Lemma bound_at_most i full : 1 <= bound i full <= U i.
  Proof. pose proof (weights_grow i). destruct full; cbn [bound]; lia. Qed.

  Lemma digit_taken i full n :
    0 <= n < bound (S i) full ->
    0 <= n / U i <= greatest i full /\ 0 <= n mod U i < bound i (is_full i (n / U i)).
  Proof.
    intro B. pose proof (weights_grow i) as G.
    pose proof (Z.div_mod n (U i) ltac:(lia)) as D.
    pose proof (Z.mod_pos_bound n (U i) ltac:(lia)) as M.
    set (d := n / U i) in *. set (r := n mod U i) in *. clearbody d r.
    assert (P : 0 <= d) by nia.
    unfold greatest, is_full, bound in *. rewrite V_next, U_next in B.
    destruct (numeration_is i) as [[E C] | [E C]]; rewrite E in *; cbn [Z.eqb andb Pos.eqb] in *.
    - destruct full; split; nia.
    - destruct full; destruct (Z.eqb_spec d (c N i)) as [X | X]; split; nia.
  Qed.

  Lemma digit_added i full d r :
    0 <= d <= greatest i full -> 0 <= r < bound i (is_full i d) ->
    0 <= d * U i + r < bound (S i) full /\ (d * U i + r) / U i = d /\ (d * U i + r) mod U i = r.
  Proof.
    intros D R. pose proof (weights_grow i) as G. pose proof (bound_at_most i (is_full i d)) as L.
    split; [| split].
    - unfold greatest, is_full, bound in *. rewrite V_next, U_next.
      destruct (numeration_is i) as [[E C] | [E C]]; rewrite E in *; cbn [Z.eqb andb Pos.eqb] in *.
      + destruct full; nia.
      + destruct full; destruct (Z.eqb_spec d (c N i)) as [X | X]; nia.
    - symmetry. apply Z.div_unique with r; lia.
    - symmetry. apply Z.mod_unique with d; lia.
  Qed.
End Weights.
