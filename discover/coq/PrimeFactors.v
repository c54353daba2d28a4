(** Moves to a divisor, and divisions by primes and their powers: prime factors are tokens, and
    exponents are heaps of Nim (discover/heaps/theorems/transitive.py, prime_exponents.py). *)
From Coq Require Import NArith ZArith Znumtheory List Lia Bool Permutation.
From Mexplore Require Import Grundy Sets NumberMoves.
Import ListNotations.
Local Open Scope N_scope.

Lemma is_prime_spec p :
  is_prime p = true <-> 2 <= p /\ forall d, 2 <= d -> d < p -> divides d p = false.
Proof.
  unfold is_prime. rewrite andb_true_iff, N.leb_le, forallb_forall. split; intros [A B]; split; auto.
  - intros d D E. specialize (B d). rewrite In_upto in B. unfold divides.
    apply negb_true_iff, B. lia.
  - intros d I. apply In_upto in I. apply negb_true_iff. apply B; lia.
Qed.

Lemma prime_in_Z p : is_prime p = true -> prime (Z.of_N p).
Proof.
  intro P. apply is_prime_spec in P as [A B]. apply prime_alt. split; [lia |].
  intros z [L U] [c E]. specialize (B (Z.to_N z) ltac:(lia) ltac:(lia)).
  assert (D : divides (Z.to_N z) p = true) by (apply divides_spec; [lia |]; exists (Z.to_N c); nia).
  congruence.
Qed.

Lemma prime_divides_one_of p a b :
  is_prime p = true -> (exists c, a * b = p * c) -> (exists c, a = p * c) \/ (exists c, b = p * c).
Proof.
  intros P [c E]. assert (p <> 0) by (apply is_prime_spec in P; lia).
  destruct (prime_mult _ (prime_in_Z p P) (Z.of_N a) (Z.of_N b)) as [[d D] | [d D]].
  - exists (Z.of_N c). rewrite <- !N2Z.inj_mul, E. f_equal. lia.
  - left. exists (Z.to_N d). apply N2Z.inj. rewrite N2Z.inj_mul, Z2N.id; nia.
  - right. exists (Z.to_N d). apply N2Z.inj. rewrite N2Z.inj_mul, Z2N.id; nia.
Qed.

Lemma prime_divides_prime p q c : is_prime p = true -> is_prime q = true -> q = p * c -> p = q.
Proof.
  intros P Q E. apply is_prime_spec in P as [P _], Q as [Q D].
  destruct (N.eq_dec p q) as [| N]; auto. assert (divides p q = true).
  { apply divides_spec; [lia |]. now exists c. }
  assert (c <> 0) by (intros ->; lia). assert (c <> 1) by (intros ->; lia).
  rewrite D in H; [discriminate | lia | nia].
Qed.

(** * Products of primes *)

Fixpoint product (l : list N) : N := match l with [] => 1 | p :: l => p * product l end.
Definition primes (l : list N) : Prop := forall p, In p l -> is_prime p = true.

Lemma product_app l k : product (l ++ k) = product l * product k.
Proof. induction l as [| p l IH]; cbn [product app]; [lia | rewrite IH; lia]. Qed.

Lemma primes_positive l : primes l -> 1 <= product l.
Proof.
  induction l as [| p l IH]; intro P; cbn [product]; [lia |].
  assert (A : is_prime p = true) by (apply P; now left). apply is_prime_spec in A as [A _].
  assert (1 <= product l) by (apply IH; intros q I; apply P; now right). nia.
Qed.

Lemma product_perm l k : Permutation l k -> product l = product k.
Proof. induction 1; cbn [product]; nia. Qed.

Theorem factors_exist n : 1 <= n -> exists l, primes l /\ product l = n.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro L.
  destruct (N.eq_dec n 1) as [-> | N].
  { exists []. split; [intros p [] | reflexivity]. }
  destruct (is_prime n) eqn:P.
  { exists [n]. split; [intros p [<- | []]; auto | cbn; lia]. }
  assert (X : exists d c, 2 <= d /\ d < n /\ n = d * c).
  { unfold is_prime in P. apply andb_false_iff in P as [P | P]; [apply N.leb_gt in P; lia |].
    assert (E : existsb (fun d => n mod d =? 0) (upto (N.to_nat (n - 2)) 2) = true).
    { revert P. clear. induction (upto (N.to_nat (n - 2)) 2) as [| d l H]; cbn; [easy |].
      destruct (n mod d =? 0); auto. }
    apply existsb_exists in E as (d & I & E). apply In_upto in I. apply (divides_spec d n) in E as [c E]; [| lia].
    exists d, c. repeat split; auto; lia. }
  destruct X as (d & c & D & U & ->).
  destruct (IH d) as (l & Pl & <-); [lia | lia |]. destruct (IH c) as (k & Pk & <-); [nia | nia |].
  exists (l ++ k). split; [| apply product_app].
  intros p I. apply in_app_iff in I as [I | I]; auto.
Qed.

Lemma prime_among p l : is_prime p = true -> primes l -> (exists c, product l = p * c) -> In p l.
Proof.
  intros P. induction l as [| q l IH]; intros Q [c E].
  - apply is_prime_spec in P as [P _]. cbn [product] in E. symmetry in E. apply N.eq_mul_1 in E. lia.
  - cbn [product] in E. destruct (prime_divides_one_of p q (product l) P) as [[d D] | D].
    + now exists c.
    + left. symmetry. apply (prime_divides_prime p q d); auto. apply Q. now left.
    + right. apply IH; auto. intros r I. apply Q. now right.
Qed.

Theorem factors_unique l k : primes l -> primes k -> product l = product k -> Permutation l k.
Proof.
  revert k. induction l as [| p l IH]; intros k P Q E.
  - destruct k as [| q k]; auto. exfalso.
    assert (A : is_prime q = true) by (apply Q; now left). apply is_prime_spec in A as [A _].
    assert (1 <= product k) by (apply primes_positive; intros r I; apply Q; now right).
    cbn [product] in *. nia.
  - assert (I : In p k).
    { apply prime_among; auto; [apply P; now left |]. exists (product l). now rewrite <- E. }
    apply in_split in I as (a & b & ->). apply Permutation_cons_app. apply IH.
    + intros r I. apply P. now right.
    + intros r I. apply Q. rewrite in_app_iff in *. cbn. tauto.
    + rewrite product_app in *. cbn [product] in E.
      assert (A : is_prime p = true) by (apply P; now left). apply is_prime_spec in A as [A _].
      nia.
Qed.

(** How many prime factors n >= 1 has. *)
Lemma length_of_factors l k : primes l -> primes k -> product l = product k -> length l = length k.
Proof. intros P Q E. now apply Permutation_length, factors_unique. Qed.

(** A function of the prime factors that satisfies the rule of the mex is that of the nim-values. *)
Theorem law_of_factors left (F : list N -> N) G :
  falls left -> is_grundy (leaves left) G ->
  (forall n h, In h (left n) -> 1 <= h) ->
  (forall l, primes l -> is_mex (fun v => exists k, primes k /\ In (product k) (left (product l)) /\ v = F k) (F l)) ->
  forall l, primes l -> G (product l) = F l.
Proof.
  intros W HG One M l. remember (product l) as n eqn:E. revert l E.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros l -> P.
  apply (is_mex_unique _ _ _ _ (grundy_is_mex _ _ HG (product l)) (M l P)). intro v.
  rewrite value_leaves. split.
  - intros (h & I & ->). destruct (factors_exist h) as (k & K & <-); [now apply (One (product l)) |].
    exists k. split; [| split]; auto.
  - intros (k & K & I & ->). exists (product k). split; auto. symmetry. apply IH; auto.
Qed.

(** * To any divisor: the number of prime factors *)

Lemma proper_divisor l d :
  primes l -> 1 <= d -> d < product l -> (exists c, product l = d * c) ->
  forall k, primes k -> product k = d -> (length k < length l)%nat.
Proof.
  intros P D L [c E] k K <-.
  destruct (factors_exist c) as (m & M & <-); [nia |].
  assert (X : length l = length (k ++ m)).
  { apply length_of_factors; auto; [| now rewrite product_app].
    intros p I. apply in_app_iff in I as [I | I]; auto. }
  rewrite app_length in X. destruct m as [| p m]; [cbn in *; lia | cbn in X; lia].
Qed.

Lemma first_factors l i :
  primes l -> (i < length l)%nat ->
  let k := firstn i l in primes k /\ length k = i /\ 1 <= product k /\ product k < product l /\
  exists c, product l = product k * c.
Proof.
  intros P I k. assert (A : primes k /\ primes (skipn i l)).
  { split; intros p J; apply P; rewrite <- (firstn_skipn i l), in_app_iff; auto. }
  destruct A as [A B]. assert (E : product l = product k * product (skipn i l)).
  { rewrite <- product_app. unfold k. now rewrite firstn_skipn. }
  split; auto. split; [apply firstn_length_le; lia |].
  pose proof (primes_positive k A). split; auto. split; [| now exists (product (skipn i l))].
  destruct (skipn i l) as [| p m] eqn:S.
  - exfalso. assert (L : length (skipn i l) = O) by now rewrite S. rewrite skipn_length in L. lia.
  - assert (Q : is_prime p = true) by (apply B; now left). apply is_prime_spec in Q as [Q _].
    assert (1 <= product m) by (apply primes_positive; intros r J; apply B; now right).
    rewrite E. cbn [product]. assert (2 <= p * product m) by nia. nia.
Qed.

Definition length_N (l : list N) : N := N.of_nat (length l).

Theorem divisors_law G :
  is_grundy (leave_numbers Divisors true) G ->
  forall l, (forall p, In p l -> is_prime p = true) -> G (product l) = N.of_nat (length l).
Proof.
  intro HG. apply (law_of_factors _ length_N G (left_falls _ _) HG).
  - intros n h I. apply In_chosen in I. lia.
  - intros l P. unfold length_N. split.
    + intros (k & K & I & E). apply In_chosen in I as (A & D & _ & [B | B]); [discriminate |].
      apply (divides_spec (product k)) in D; [| lia].
      pose proof (proper_divisor l (product k) P ltac:(lia) ltac:(lia) D k K eq_refl). lia.
    + intros u U. destruct (first_factors l (N.to_nat u) P) as (A & B & C & D & E); [lia |].
      exists (firstn (N.to_nat u) l). split; auto. split; [| lia].
      apply In_chosen. split; [lia |]. split; [apply divides_spec; auto; lia |]. split; [now left | right; lia].
Qed.

(** Without the divisor 1, play ends one move earlier. *)
Theorem divisors_but_one_law G :
  is_grundy (leave_numbers Divisors false) G ->
  forall l, (forall p, In p l -> is_prime p = true) -> G (product l) = N.of_nat (length l) - 1.
Proof.
  intro HG. apply (law_of_factors _ (fun l => length_N l - 1) G (left_falls _ _) HG).
  - intros n h I. apply In_chosen in I. lia.
  - intros l P. unfold length_N. split.
    + intros (k & K & I & E). apply In_chosen in I as (A & D & [O | O] & [B | B]); try discriminate.
      apply (divides_spec (product k)) in D; [| lia].
      pose proof (proper_divisor l (product k) P ltac:(lia) ltac:(lia) D k K eq_refl).
      destruct k; [cbn in O; lia | cbn [length] in *; lia].
    + intros u U. destruct (first_factors l (N.to_nat u + 1) P) as (A & B & C & D & E); [lia |].
      set (k := firstn (N.to_nat u + 1) l) in *.
      exists k. split; auto. split; [| lia].
      apply In_chosen. split; [lia |]. split; [apply divides_spec; auto; lia |]. split; [right | right; lia].
      destruct k as [| p m]; [cbn in B; lia |].
      assert (Q : is_prime p = true) by (apply A; now left). apply is_prime_spec in Q as [Q _].
      assert (1 <= product m) by (apply primes_positive; intros r J; apply A; now right).
      cbn [product]. nia.
Qed.

(** * Divide by a prime: all plays are equally long *)

Lemma divided_by_prime l p :
  primes l -> In p l -> exists k, Permutation l (p :: k) /\ primes k /\ product l / p = product k /\ divides p (product l) = true.
Proof.
  intros P I. assert (Q : is_prime p = true) by now apply P. apply is_prime_spec in Q as [Q _].
  apply in_split in I as (a & b & ->). exists (a ++ b).
  assert (X : Permutation (a ++ p :: b) (p :: a ++ b)) by (symmetry; apply Permutation_middle).
  split; auto. split; [intros r J; apply P; apply in_app_iff; apply in_app_iff in J; cbn; tauto |].
  rewrite (product_perm _ _ X). cbn [product].
  split; [rewrite N.mul_comm; apply N.div_mul; lia |]. apply divides_spec; [lia | now exists (product (a ++ b))].
Qed.

Definition play (whole : bool) (l : list N) : N :=
  N.of_nat (if whole then length l else length l - 1) mod 2.

Lemma flips a b : (a = S b)%nat -> N.of_nat b mod 2 = 1 - N.of_nat a mod 2 /\ N.of_nat a mod 2 <> N.of_nat b mod 2.
Proof.
  intros ->. rewrite Nnat.Nat2N.inj_succ, <- N.add_1_r, <- N.add_mod_idemp_l by lia.
  pose proof (N.mod_lt (N.of_nat b) 2 ltac:(lia)).
  generalize dependent (N.of_nat b mod 2). intros r L.
  assert (C : r = 0 \/ r = 1) by lia. destruct C as [-> | ->]; cbn; lia.
Qed.

Theorem prime_divisors_law whole G :
  is_grundy (divide_by_numbers PrimeDivisors whole) G ->
  forall l, (forall p, In p l -> is_prime p = true) ->
  G (product l) = N.of_nat (if whole then length l else length l - 1) mod 2.
Proof.
  intro HG. apply (law_of_factors _ (play whole) G (divided_falls _ _) HG).
  - intros n h I. apply in_map_iff in I as (k & <- & I). apply In_chosen in I as (A & _).
    apply N.div_le_lower_bound; lia.
  - intros l P. unfold play.
    assert (A : forall k, primes k -> In (product k) (map (fun k => product l / k) (chosen PrimeDivisors false whole (product l))) ->
                length l = S (length k) /\ (whole = true \/ length k <> O)).
    { intros k K I. apply in_map_iff in I as (p & E & I). apply In_chosen in I as (B & D & _ & W).
      cbn [is_of] in D. apply andb_prop in D as [D Q]. apply divides_spec in D; [| lia].
      assert (I : In p l) by now apply prime_among.
      destruct (divided_by_prime l p P I) as (k' & X & K' & E' & _).
      rewrite E' in E. assert (L : length k' = length k) by now apply length_of_factors.
      split; [rewrite (Permutation_length X); cbn; lia |]. destruct W as [W | W]; auto. right. intro Z.
      destruct k' as [| q k']; [| cbn in L; lia].
      apply W. rewrite (product_perm _ _ X). cbn. lia. }
    split.
    + intros (k & K & I & E). destruct (A k K I) as [B [C | C]].
      * subst whole. now apply (flips _ _ B) in E.
      * destruct whole; [now apply (flips _ _ B) in E |].
        destruct (flips (length l - 1) (length k - 1)) as [_ F]; [lia | now apply F].
    + intros u U. destruct l as [| p l].
      { destruct whole; cbn in U; lia. }
      assert (W : whole = true \/ l <> []).
      { destruct l; [destruct whole; [now left | cbn in U; lia] | now right]. }
      destruct (divided_by_prime (p :: l) p P) as (k & X & K & E & D); [now left |].
      exists k. split; auto. assert (L : length k = length l).
      { apply Permutation_length in X. cbn in X. lia. }
      assert (Q : is_prime p = true) by (apply P; now left).
      split.
      * apply in_map_iff. exists p. split; auto. apply In_chosen.
        apply is_prime_spec in Q as Q'. destruct Q' as [Q' _].
        pose proof (primes_positive l (fun q I => P q (or_intror I))) as O.
        split; [cbn [product]; nia |].
        cbn [is_of]. rewrite D, Q. split; auto. split; [right; lia |].
        destruct W as [W | W]; auto. right. destruct l as [| q l]; [easy |].
        assert (Q2 : is_prime q = true) by (apply P; now right; left). apply is_prime_spec in Q2 as [Q2 _].
        pose proof (primes_positive l (fun q I => P q (or_intror (or_intror I)))) as O2.
        cbn [product]. assert (2 <= q * product l) by nia. nia.
      * rewrite L. symmetry. cbn [length] in *. revert U.
        assert (B : forall i, u < N.of_nat (S i) mod 2 -> N.of_nat i mod 2 = u).
        { intros i U. destruct (flips (S i) i eq_refl) as [-> _].
          pose proof (N.mod_lt (N.of_nat (S i)) 2 ltac:(lia)).
          generalize dependent (N.of_nat (S i) mod 2). intros. lia. }
        destruct whole; [apply B |]. destruct W as [W | W]; [discriminate |].
        destruct l as [| q l]; [easy |]. cbn [length]. rewrite !Nat.sub_succ, !Nat.sub_0_r. apply B.
Qed.
