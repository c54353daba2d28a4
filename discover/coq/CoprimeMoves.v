(** Removing a number prime to the heap's size: the least prime factor
    (discover/heaps/theorems/coprime_moves.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Sets NumberMoves PrimeFactors.
Import ListNotations.
Local Open Scope N_scope.

(** How many primes are at most p: the place of a prime among the primes. *)
Definition place (p : N) : N := N.of_nat (length (filter is_prime (from_to 1 p))).

Lemma from_to_succ p : from_to 1 (p + 1) = from_to 1 p ++ [p + 1].
Proof.
  unfold from_to. replace (N.to_nat (p + 1 + 1 - 1)) with (S (N.to_nat (p + 1 - 1))) by lia.
  set (k := N.to_nat (p + 1 - 1)). replace (p + 1) with (1 + N.of_nat k) by (unfold k; lia).
  generalize 1 as a. induction k as [| k IH]; intro a.
  - cbn. f_equal. lia.
  - change (upto (S (S k)) a) with (a :: upto (S k) (a + 1)). rewrite IH. cbn [upto app].
    do 3 f_equal. lia.
Qed.

Lemma place_succ p : place (p + 1) = place p + if is_prime (p + 1) then 1 else 0.
Proof.
  unfold place. rewrite from_to_succ, filter_app, app_length. cbn [filter].
  destruct (is_prime (p + 1)); cbn [length]; lia.
Qed.

Lemma place_grows p q : p <= q -> place p <= place q.
Proof.
  intro L. replace q with (p + (q - p)) by lia. induction (q - p) as [| k IH] using N.peano_ind.
  - now rewrite N.add_0_r.
  - rewrite <- N.add_1_r, N.add_assoc, place_succ. lia.
Qed.

Lemma place_less p q : is_prime q = true -> p < q -> place p < place q.
Proof.
  intros Q L. pose proof (place_grows p (q - 1) ltac:(lia)).
  pose proof (place_succ (q - 1)) as E. replace (q - 1 + 1) with q in E by lia. rewrite Q in E. lia.
Qed.

(** The places 1, ..., place p are those of primes. *)
Lemma place_of_prime p j : 1 <= j -> j <= place p -> exists q, is_prime q = true /\ q <= p /\ place q = j.
Proof.
  intros J L. induction p as [| p IH] using N.peano_ind; [cbn in L; lia |].
  rewrite <- N.add_1_r in *. rewrite place_succ in L.
  destruct (N.le_gt_cases j (place p)) as [A | A].
  - destruct (IH A) as (q & Q & B & E). exists q. repeat split; auto. lia.
  - destruct (is_prime (p + 1)) eqn:P; [| lia]. exists (p + 1). rewrite place_succ, P.
    repeat split; auto; lia.
Qed.

(** p is the least prime factor of n. *)
Definition least_factor (p n : N) : Prop :=
  is_prime p = true /\ divides p n = true /\ forall q, is_prime q = true -> q < p -> divides q n = false.

Lemma least_factor_exists n : 2 <= n -> exists p, least_factor p n.
Proof.
  intro L. assert (H : exists p, is_prime p = true /\ divides p n = true).
  { destruct (factors_exist n) as (l & P & E); [lia |]. destruct l as [| p l]; [cbn in E; lia |].
    assert (Q : is_prime p = true) by (apply P; now left). exists p. split; auto.
    apply is_prime_spec in Q as [Q _]. apply divides_spec; [lia |]. exists (product l). now rewrite <- E. }
  destruct H as (p & P & D). revert P D.
  induction p as [p IH] using (well_founded_induction N.lt_wf_0). intros P D.
  destruct (existsb (fun q => is_prime q && divides q n) (upto (N.to_nat p) 0)) eqn:X.
  - apply existsb_exists in X as (q & I & X). apply In_upto in I. apply andb_prop in X as [A B].
    apply (IH q); auto. lia.
  - exists p. repeat split; auto. intros q Q U. destruct (divides q n) eqn:E; auto.
    assert (existsb (fun q => is_prime q && divides q n) (upto (N.to_nat p) 0) = true); [| congruence].
    apply existsb_exists. exists q. split; [apply In_upto; lia | now rewrite Q, E].
Qed.

Lemma least_factor_unique p q n : least_factor p n -> least_factor q n -> p = q.
Proof.
  intros (P & A & B) (Q & C & D). destruct (N.lt_trichotomy p q) as [L | [L | L]]; auto; exfalso.
  - now rewrite D in A.
  - now rewrite B in C.
Qed.

Lemma gcd_spec k n : N.gcd k n <> 1 -> 1 <= k -> exists p, is_prime p = true /\ divides p k = true /\ divides p n = true.
Proof.
  intros E K. destruct (N.gcd_divide_l k n) as [a A], (N.gcd_divide_r k n) as [b B].
  assert (Z : N.gcd k n <> 0) by (intro Z; apply N.gcd_eq_0_l in Z; lia).
  destruct (least_factor_exists (N.gcd k n)) as (p & P & D & _); [lia |].
  assert (Q := P). apply is_prime_spec in Q as [Q _]. apply divides_spec in D as [c D]; [| lia].
  exists p. repeat split; auto; apply divides_spec; try lia.
  - exists (c * a). rewrite A, D. ring.
  - exists (c * b). rewrite B, D. ring.
Qed.

Lemma gcd_not_1 p k n : is_prime p = true -> divides p k = true -> divides p n = true -> N.gcd k n <> 1.
Proof.
  intros P A B E. apply is_prime_spec in P as [P _].
  apply divides_spec in A as [a ->], B as [b ->]; try lia.
  rewrite N.gcd_mul_mono_l in E. apply N.eq_mul_1 in E. lia.
Qed.

Lemma gcd_left k n : k <= n -> N.gcd (n - k) n = N.gcd k n.
Proof.
  intro L. rewrite <- (N.gcd_sub_diag_r k n) by auto.
  rewrite <- (N.gcd_sub_diag_r (n - k) n) by lia.
  replace (n - (n - k)) with k by lia. apply N.gcd_comm.
Qed.

Lemma place_same p q : is_prime p = true -> is_prime q = true -> place p = place q -> p = q.
Proof.
  intros P Q E. destruct (N.lt_trichotomy p q) as [L | [L | L]]; auto; exfalso.
  - pose proof (place_less p q Q L). lia.
  - pose proof (place_less q p P L). lia.
Qed.

Lemma least_factor_self p : is_prime p = true -> least_factor p p.
Proof.
  intro P. assert (A := P). apply is_prime_spec in A as [A B]. repeat split; auto.
  - apply divides_spec; [lia | exists 1; lia].
  - intros q Q L. apply is_prime_spec in Q as [Q _]. now apply B.
Qed.

Lemma smaller_prime p q n : least_factor p n -> is_prime q = true -> q < p -> N.gcd q n = 1.
Proof.
  intros (P & D & S) Q L. destruct (N.eq_dec (N.gcd q n) 1) as [| E]; auto. exfalso.
  assert (A := Q). apply is_prime_spec in A as [A _].
  apply gcd_spec in E as (r & R & X & Y); [| lia].
  assert (RR := R). apply is_prime_spec in RR as [RR _]. apply divides_spec in X as [c X]; [| lia].
  assert (r = q) as -> by now apply (prime_divides_prime r q c). now rewrite S in Y.
Qed.

(** The options of n >= 2 are the smaller numbers prime to n. *)
Lemma coprime_options whole n h :
  2 <= n -> In h (map (fun k => n - k) (chosen Coprime true whole n)) <-> 1 <= h < n /\ N.gcd h n = 1.
Proof.
  intro L. rewrite in_map_iff. split.
  - intros (k & <- & I). apply In_chosen in I as (A & C & _). cbn [is_of] in C. apply N.eqb_eq in C.
    assert (k <> n) by (intros ->; rewrite N.gcd_diag in C; lia).
    split; [lia |]. now rewrite gcd_left.
  - intros [A C]. exists (n - h). split; [lia |]. apply In_chosen. cbn [is_of].
    split; [lia |]. split; [apply N.eqb_eq; rewrite gcd_left; auto; lia |]. split; [now left | right; lia].
Qed.

(** Where a heap of 1 may be removed, even n have the value 0, and 1 has the value 1. *)
Definition coprime_value (whole : bool) (n p : N) : N := if whole then (n mod 2) * place p else place p.

Lemma odd_one n : n mod 2 = 0 \/ n mod 2 = 1.
Proof. pose proof (N.mod_lt n 2 ltac:(lia)). generalize dependent (n mod 2). intros. lia. Qed.

Lemma prime_odd p : is_prime p = true -> p <> 2 -> p mod 2 = 1.
Proof.
  intros P N. apply is_prime_spec in P as [A B]. specialize (B 2 ltac:(lia) ltac:(lia)).
  unfold divides in B. apply N.eqb_neq in B. destruct (odd_one p); auto. easy.
Qed.

Lemma two_and_odd n : n mod 2 = 1 -> N.gcd 2 n = 1.
Proof.
  intro O. destruct (N.eq_dec (N.gcd 2 n) 1) as [| E]; auto. exfalso.
  apply gcd_spec in E as (r & R & X & Y); [| lia].
  assert (A := R). apply is_prime_spec in A as [A _]. apply divides_spec in X as [c X]; [| lia].
  assert (r = 2) as -> by (destruct c; nia). unfold divides in Y. apply N.eqb_eq in Y. lia.
Qed.

Lemma value_of_1 whole G : is_grundy (remove_numbers Coprime true whole) G -> G 1 = if whole then 1 else 0.
Proof.
  intro HG. assert (Z : G 0 = 0) by now rewrite (HG 0).
  rewrite (HG 1). unfold remove_numbers, leaves.
  destruct whole; [change (chosen Coprime true true 1) with [1] | change (chosen Coprime true false 1) with (@nil N)];
    cbn; rewrite ?Z; reflexivity.
Qed.

Theorem coprime_moves_law whole G :
  is_grundy (remove_numbers Coprime true whole) G ->
  forall n p, 2 <= n -> least_factor p n -> G n = coprime_value whole n p.
Proof.
  intros HG n. assert (V1 := value_of_1 whole G HG). induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros p L LF.
  assert (LF' := LF). destruct LF' as (P & D & S).
  apply (is_mex_unique _ (fun v => exists h, (1 <= h < n /\ N.gcd h n = 1) /\ v = G h) _ _
           (grundy_is_mex _ _ HG n)).
  2: { intro v. unfold remove_numbers. rewrite value_leaves.
       split; intros (h & I & E); exists h; split; auto; now apply (coprime_options whole n h L). }
  assert (P1 : 1 <= place p) by (pose proof (place_less 1 p P) as X; change (place 1) with 0 in X;
    apply is_prime_spec in P as [P _]; lia).
  assert (Apart : forall h q, N.gcd h n = 1 -> least_factor q h -> place q <> place p).
  { intros h q C (Q & E & _) X. apply place_same in X; auto. subst q. now apply (gcd_not_1 p h n). }
  assert (U : p <= n) by (apply divides_spec in D as [c D]; [destruct (N.eq_dec c 0) as [-> |]; nia | apply is_prime_spec in P; lia]).
  split.
  - intros (h & [B C] & E). destruct (N.eq_dec h 1) as [-> | H].
    + rewrite V1 in E. unfold coprime_value in E. destruct whole; [| lia].
      destruct (odd_one n) as [O | O]; rewrite O in E; [lia |].
      pose proof (place_less 2 p P) as X. change (place 2) with 1 in X.
      assert (p <> 2); [intros -> | apply is_prime_spec in P as [P _]; lia].
      unfold divides in D. rewrite O in D. discriminate.
    + destruct (least_factor_exists h) as [q F]; [lia |].
      rewrite (IH h) with (p := q) in E by (auto; lia). specialize (Apart h q C F).
      assert (Q1 : 1 <= place q).
      { destruct F as (Q & _). pose proof (place_less 1 q Q) as X. change (place 1) with 0 in X.
        apply is_prime_spec in Q as [Q _]. lia. }
      unfold coprime_value in E. destruct whole; [| lia].
      destruct (odd_one n) as [O | O], (odd_one h) as [O' | O']; rewrite O, O' in E; try lia.
      apply (gcd_not_1 2 h n); auto; unfold divides; now rewrite ?O, ?O'.
  - intros u L'. unfold coprime_value in L'. destruct (N.eq_dec u 0) as [-> | Z].
    + destruct whole.
      * exists 2. assert (O : n mod 2 = 1) by (destruct (odd_one n) as [O | O]; auto; rewrite O in L'; lia).
        assert (n <> 2) by (intros ->; discriminate).
        split; [split; [lia | now apply two_and_odd] |].
        rewrite (IH 2) with (p := 2); [reflexivity | lia | lia | now apply least_factor_self].
      * exists 1. rewrite V1. split; auto. split; [lia | apply N.gcd_1_l].
    + assert (L2 : u < place p /\ (whole = true -> n mod 2 = 1)).
      { destruct whole; [| split; [lia | discriminate]].
        destruct (odd_one n) as [O | O]; rewrite O in L'; [lia |]. split; [lia | auto]. }
      destruct L2 as [L2 O]. destruct (place_of_prime p u) as (q & Q & B & E); [lia | lia |].
      assert (q <> p) by (intros ->; lia). assert (QQ := Q). apply is_prime_spec in QQ as [QQ _].
      destruct (N.eq_dec q 2) as [-> | T], whole.
      * exists 1. rewrite V1. split; [split; [lia | apply N.gcd_1_l] | now rewrite <- E].
      * exists 2. split; [split; [lia | apply (smaller_prime p); auto; lia] |].
        rewrite (IH 2) with (p := 2); [now rewrite <- E | lia | lia | now apply least_factor_self].
      * exists q. split; [split; [lia | apply (smaller_prime p); auto; lia] |].
        rewrite (IH q) with (p := q); [| lia | lia | now apply least_factor_self].
        unfold coprime_value. rewrite prime_odd, E by auto. lia.
      * exists q. split; [split; [lia | apply (smaller_prime p); auto; lia] |].
        rewrite (IH q) with (p := q); [now rewrite <- E | lia | lia | now apply least_factor_self].
Qed.
