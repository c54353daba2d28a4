(** Moves that choose one of the numbers 1, ..., n: a divisor of n, a prime that divides it, a number
    prime to n (rules/moves/number_moves.py); and that a function which satisfies the rule of
    the mex is that of the nim-values. *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Sets.
Import ListNotations.
Local Open Scope N_scope.

(** * Moves that leave one heap *)

(** The heaps that may be left, one by a move. *)
Definition leaves (left : N -> list N) : rule := fun n => map (fun h => [h]) (left n).

(** The numbers from [a] to [b]. *)
Definition from_to (a b : N) : list N := upto (N.to_nat (b + 1 - a)) a.

Lemma In_from_to x a b : In x (from_to a b) <-> a <= x <= b.
Proof. unfold from_to. rewrite In_upto. lia. Qed.

Definition falls (left : N -> list N) : Prop := forall n h, In h (left n) -> h < n.

Lemma leaves_exists left : falls left -> is_grundy (leaves left) (grundy (leaves left)).
Proof.
  intro F. apply grundy_exists. intros n o h I J. apply in_map_iff in I as (x & <- & I).
  destruct J as [<- | []]. now apply F.
Qed.

(** If F(n) is the mex of F over the options, then G = F. *)
Theorem law_of_mex options F G :
  well_founded options -> is_grundy options G ->
  (forall n, is_mex (value_of options F n) (F n)) -> forall n, G n = F n.
Proof.
  intros W HG M n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  apply (is_mex_unique _ _ _ _ (grundy_is_mex _ _ HG n) (M n)). intro v.
  assert (E : forall o, In o (options n) -> xor_list (map G o) = xor_list (map F o)).
  { intros o I. f_equal. apply map_ext_in. intros h J. apply IH. now apply (W n o h). }
  split; intros (o & I & ->); exists o; split; auto; symmetry; auto.
Qed.

Lemma leaves_wf left : falls left -> well_founded (leaves left).
Proof.
  intros F n o h I J. apply in_map_iff in I as (x & <- & I). destruct J as [<- | []]. now apply F.
Qed.

Lemma value_leaves left F n v : value_of (leaves left) F n v <-> exists h, In h (left n) /\ v = F h.
Proof.
  split.
  - intros (o & I & ->). apply in_map_iff in I as (h & <- & I). exists h. split; auto. apply N.lxor_0_r.
  - intros (h & I & ->). exists [h]. split; [apply in_map_iff; now exists h |]. symmetry. apply N.lxor_0_r.
Qed.

Corollary law_of_leaves left F G :
  falls left -> is_grundy (leaves left) G ->
  (forall n, is_mex (fun v => exists h, In h (left n) /\ v = F h) (F n)) -> forall n, G n = F n.
Proof.
  intros L HG M. apply (law_of_mex _ _ _ (leaves_wf _ L) HG). intro n.
  apply (is_mex_same _ _ _ (fun v => iff_sym (value_leaves left F n v))), M.
Qed.

(** * The numbers that a move may choose *)

Inductive numbers := Divisors | PrimeDivisors | PrimePowers | Coprime.

Definition divides (k n : N) : bool := n mod k =? 0.
Definition is_prime_power (k : N) : bool :=
  existsb (fun p => is_prime p && existsb (fun j => p ^ j =? k) (from_to 1 (N.log2 k))) (from_to 1 k).

Definition is_of (kind : numbers) (k n : N) : bool :=
  match kind with
  | Divisors => divides k n
  | PrimeDivisors => divides k n && is_prime k
  | PrimePowers => divides k n && is_prime_power k
  | Coprime => N.gcd k n =? 1
  end.

(** Those from 1 to n, without 1 unless [one], and without n unless [whole]. *)
Definition chosen (kind : numbers) (one whole : bool) (n : N) : list N :=
  filter (fun k => is_of kind k n && (one || negb (k =? 1)) && (whole || negb (k =? n))) (from_to 1 n).

(** Remove k tokens; leave k tokens; leave n/k tokens. *)
Definition remove_numbers (kind : numbers) (one whole : bool) : rule :=
  leaves (fun n => map (fun k => n - k) (chosen kind one whole n)).
Definition leave_numbers (kind : numbers) (one : bool) : rule :=
  leaves (fun n => chosen kind one false n).
Definition divide_by_numbers (kind : numbers) (whole : bool) : rule :=
  leaves (fun n => map (fun k => n / k) (chosen kind false whole n)).

Lemma In_chosen kind one whole n k :
  In k (chosen kind one whole n) <->
  1 <= k <= n /\ is_of kind k n = true /\ (one = true \/ k <> 1) /\ (whole = true \/ k <> n).
Proof.
  unfold chosen. rewrite filter_In, In_from_to, !andb_true_iff, !orb_true_iff, !negb_true_iff, !N.eqb_neq.
  tauto.
Qed.

Lemma removed_falls kind one whole : falls (fun n => map (fun k => n - k) (chosen kind one whole n)).
Proof. intros n h I. apply in_map_iff in I as (k & <- & I). apply In_chosen in I. lia. Qed.

Lemma left_falls kind one : falls (fun n => chosen kind one false n).
Proof. intros n h I. apply In_chosen in I as (A & _ & _ & [B | B]); [discriminate | lia]. Qed.

Lemma divided_falls kind whole : falls (fun n => map (fun k => n / k) (chosen kind false whole n)).
Proof.
  intros n h I. apply in_map_iff in I as (k & <- & I). apply In_chosen in I as (A & _ & [B | B] & _).
  - discriminate.
  - apply N.div_lt; lia.
Qed.

Lemma divides_spec k n : k <> 0 -> divides k n = true <-> exists c, n = k * c.
Proof.
  intro K. unfold divides. rewrite N.eqb_eq. split.
  - intro E. exists (n / k). now apply N.div_exact.
  - intros (c & ->). rewrite N.mul_comm. now apply N.mod_mul.
Qed.
