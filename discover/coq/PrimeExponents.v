(** Division by a power of a prime: the exponents are heaps of Nim
    (discover/heaps/theorems/prime_exponents.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Sets Xor NumberMoves PrimeFactors.
Import ListNotations.
Local Open Scope N_scope.

(** The product of the p^e. *)
Fixpoint powers (l : list (N * N)) : N :=
  match l with [] => 1 | (p, e) :: l => p ^ e * powers l end.

(** Different primes. *)
Definition bases (l : list (N * N)) : Prop :=
  NoDup (map fst l) /\ forall p, In p (map fst l) -> is_prime p = true.

Lemma power_pos p e : is_prime p = true -> 1 <= p ^ e.
Proof. intro P. apply is_prime_spec in P as [P _]. pose proof (N.pow_nonzero p e). lia. Qed.

Lemma powers_split a x b : powers (a ++ x :: b) = fst x ^ snd x * powers (a ++ b).
Proof. induction a as [| [q f] a IH]; cbn [powers app]; [now destruct x | rewrite IH; ring]. Qed.

Lemma powers_pos l : bases l -> 1 <= powers l.
Proof.
  induction l as [| [p e] l IH]; intros [D P]; cbn [powers]; [lia |].
  cbn [map fst] in D, P. apply NoDup_cons_iff in D as [_ D].
  assert (1 <= p ^ e) by (apply power_pos, P; now left).
  assert (1 <= powers l) by (apply IH; split; auto; intros q I; apply P; now right). nia.
Qed.

Lemma without a x b : bases (a ++ x :: b) -> bases (a ++ b) /\ ~ In (fst x) (map fst (a ++ b)) /\ is_prime (fst x) = true.
Proof.
  unfold bases. rewrite !map_app. cbn [map]. intros [D P]. apply NoDup_remove in D as [D N].
  split; [split; auto |].
  - intros q I. apply P. rewrite in_app_iff in *. cbn. tauto.
  - split; auto. apply P. rewrite in_app_iff. cbn. tauto.
Qed.

Lemma with_exponent a p e f b : bases (a ++ (p, e) :: b) -> bases (a ++ (p, f) :: b).
Proof. unfold bases. now rewrite !map_app. Qed.

Lemma base_among p l :
  is_prime p = true -> bases l -> (exists c, powers l = p * c) -> In p (map fst l).
Proof.
  intros P. induction l as [| [q e] l IH]; intros [D Q] [c E].
  - apply is_prime_spec in P as [P _]. cbn [powers] in E. symmetry in E. apply N.eq_mul_1 in E. lia.
  - cbn [powers map fst] in *. apply NoDup_cons_iff in D as [_ D].
    destruct (prime_divides_one_of p (q ^ e) (powers l) P) as [[d F] | F]; [now exists c | |].
    + left. assert (X : forall i, (exists d, q ^ i = p * d) -> q = p).
      { clear F d. induction i as [| i IHi] using N.peano_ind; intros [d F].
        - rewrite N.pow_0_r in F. symmetry in F. apply N.eq_mul_1 in F. apply is_prime_spec in P. lia.
        - rewrite N.pow_succ_r' in F.
          destruct (prime_divides_one_of p q (q ^ i) P) as [[g H] | H]; [now exists d | | now apply IHi].
          symmetry. apply (prime_divides_prime p q g); auto. apply Q. now left. }
      apply (X e). now exists d.
    + right. apply IH; [| exact F]. split; [exact D | intros r I; apply Q; now right].
Qed.

(** A power of a prime that divides the product lowers one exponent. *)
Lemma power_divides l p j :
  bases l -> is_prime p = true -> 1 <= j -> (exists c, powers l = p ^ j * c) ->
  exists a e b, l = a ++ (p, e) :: b /\ j <= e.
Proof.
  intros B P J [c E].
  assert (I : In p (map fst l)).
  { apply base_among; auto. exists (p ^ (j - 1) * c).
    replace j with (N.succ (j - 1)) in E by lia. rewrite N.pow_succ_r' in E. rewrite E. ring. }
  apply in_map_iff in I as ([q e] & <- & I). cbn [fst] in *. apply in_split in I as (a & b & ->).
  exists a, e, b. split; auto. destruct (N.le_gt_cases j e) as [| L]; auto. exfalso.
  destruct (without _ _ _ B) as (B' & N & _). apply N. apply base_among; auto.
  exists (q ^ (j - e - 1) * c). rewrite powers_split in E. cbn [fst snd] in E.
  replace j with (e + N.succ (j - e - 1)) in E by lia. rewrite N.pow_add_r, N.pow_succ_r' in E.
  pose proof (power_pos q e P). apply (N.mul_cancel_l _ _ (q ^ e)); [lia |]. rewrite E. cbn [fst]. ring.
Qed.

Definition exponents (l : list (N * N)) : N := xor_list (map snd l).

Lemma exponents_split a x b : exponents (a ++ x :: b) = N.lxor (snd x) (exponents (a ++ b)).
Proof.
  unfold exponents. induction a as [| y a IH]; cbn [map app]; [reflexivity |].
  unfold xor_list in *. cbn [fold_right]. rewrite IH. rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
Qed.

Lemma bit_of_one l i : N.testbit (exponents l) i = true -> exists x, In x l /\ N.testbit (snd x) i = true.
Proof.
  unfold exponents. induction l as [| x l IH]; cbn [map xor_list fold_right]; [now rewrite N.bits_0 |].
  rewrite N.lxor_spec. destruct (N.testbit (snd x) i) eqn:T.
  - exists x. split; auto. now left.
  - intro H. destruct IH as (y & I & Y); [unfold xor_list; now destruct (N.testbit (fold_right N.lxor 0 (map snd l)) i) |].
    exists y. split; auto. now right.
Qed.

(** Bouton: every smaller value is reached by lowering one exponent. *)
Lemma lower_one l w :
  w < exponents l -> exists a p e f b, l = a ++ (p, e) :: b /\ f < e /\ exponents (a ++ (p, f) :: b) = w.
Proof.
  intro L. set (d := N.lxor w (exponents l)).
  assert (D : d <> 0) by (intro E; apply N.lxor_eq in E; lia).
  destruct (bit_of_one _ _ (less_bit _ _ L)) as ([p e] & I & T). cbn [snd] in T. fold d in T.
  apply in_split in I as (a & b & ->).
  exists a, p, e, (N.lxor e d), b. split; auto. split; [now apply lxor_less |].
  rewrite exponents_split. cbn [snd]. unfold d. rewrite exponents_split. cbn [snd].
  apply N.bits_inj. intro i. rewrite !N.lxor_spec.
  now destruct (N.testbit e i), (N.testbit w i), (N.testbit (exponents (a ++ b)) i).
Qed.

Lemma is_prime_power_spec q :
  is_prime_power q = true <-> exists p j, is_prime p = true /\ 1 <= j /\ q = p ^ j.
Proof.
  unfold is_prime_power. rewrite existsb_exists. split.
  - intros (p & I & H). apply andb_prop in H as [P H]. apply existsb_exists in H as (j & J & E).
    apply N.eqb_eq in E. apply In_from_to in J. exists p, j. repeat split; auto; lia.
  - intros (p & j & P & J & ->). assert (A := P). apply is_prime_spec in A as [A _].
    assert (L : j <= N.log2 (p ^ j)).
    { transitivity (N.log2 (2 ^ j)); [rewrite N.log2_pow2; lia |].
      apply N.log2_le_mono, N.pow_le_mono_l. lia. }
    exists p. split.
    + apply In_from_to. split; [lia |]. rewrite <- (N.pow_1_r p) at 1. apply N.pow_le_mono_r; lia.
    + rewrite P. apply existsb_exists. exists j. split; [apply In_from_to; lia | apply N.eqb_refl].
Qed.

Lemma lowered a p e f b :
  bases (a ++ (p, e) :: b) -> f <= e ->
  powers (a ++ (p, e) :: b) = powers (a ++ (p, f) :: b) * p ^ (e - f).
Proof.
  intros B L. rewrite !powers_split. cbn [fst snd]. replace e with (f + (e - f)) at 1 by lia.
  rewrite N.pow_add_r. ring.
Qed.

Theorem prime_powers_law G :
  is_grundy (divide_by_numbers PrimePowers true) G ->
  forall l, NoDup (map fst l) -> (forall p, In p (map fst l) -> is_prime p = true) ->
  G (powers l) = xor_list (map snd l).
Proof.
  intros HG l D P. assert (B : bases l) by now split. clear D P. fold (exponents l).
  remember (powers l) as n eqn:E. revert l B E.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros l B ->.
  assert (Below : forall h, In h (map (fun k => powers l / k) (chosen PrimePowers false true (powers l))) -> h < powers l)
    by apply (divided_falls PrimePowers true).
  assert (M : is_mex (fun v => exists a p e f b, l = a ++ (p, e) :: b /\ f < e /\ v = exponents (a ++ (p, f) :: b)) (exponents l)).
  { split.
    - intros (a & p & e & f & b & -> & L & X). rewrite !exponents_split in X. cbn [snd] in X.
      apply (f_equal (fun v => N.lxor v (exponents (a ++ b)))) in X.
      rewrite !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_r in X. lia.
    - intros w W. destruct (lower_one l w W) as (a & p & e & f & b & -> & L & X).
      exists a, p, e, f, b. auto. }
  apply (is_mex_unique _ _ _ _ (grundy_is_mex _ _ HG (powers l)) M). intro v.
  unfold divide_by_numbers. rewrite value_leaves. split.
  - intros (h & I & ->). assert (Lh := Below h I). apply in_map_iff in I as (q & <- & I).
    apply In_chosen in I as (Q & C & _). cbn [is_of] in C. apply andb_prop in C as [C C'].
    apply divides_spec in C; [| lia]. apply is_prime_power_spec in C' as (p & j & P & J & ->).
    destruct (power_divides l p j B P J C) as (a & e & b & -> & L).
    exists a, p, e, (e - j), b. split; auto. split; [lia |].
    assert (X : powers (a ++ (p, e) :: b) / p ^ j = powers (a ++ (p, e - j) :: b)).
    { rewrite (lowered _ _ _ (e - j) _ B) by lia. replace (e - (e - j)) with j by lia.
      apply N.div_mul. pose proof (power_pos p j P). lia. }
    rewrite X in *. apply IH with (y := powers (a ++ (p, e - j) :: b)); auto. now apply with_exponent with (e := e).
  - intros (a & p & e & f & b & -> & L & ->).
    destruct (without _ _ _ B) as (_ & _ & P). cbn [fst] in P.
    assert (X := lowered _ _ _ f _ B ltac:(lia)). set (q := p ^ (e - f)) in *.
    assert (1 <= q) by now apply power_pos.
    assert (E : powers (a ++ (p, e) :: b) / q = powers (a ++ (p, f) :: b)).
    { rewrite X. apply N.div_mul. lia. }
    assert (I : In (powers (a ++ (p, f) :: b))
                  (map (fun k => powers (a ++ (p, e) :: b) / k) (chosen PrimePowers false true (powers (a ++ (p, e) :: b))))).
    { apply in_map_iff. exists q. split; auto. apply In_chosen.
      pose proof (powers_pos _ (with_exponent _ _ _ f _ B)).
      assert (QQ : is_prime_power q = true).
      { apply is_prime_power_spec. exists p, (e - f). repeat split; auto. lia. }
      split; [nia |]. cbn [is_of]. rewrite QQ, andb_true_r. split.
      - apply divides_spec; [lia |]. exists (powers (a ++ (p, f) :: b)). lia.
      - split; [right | now left]. apply is_prime_spec in P as [P _]. unfold q.
        pose proof (N.pow_gt_1 p (e - f)). lia. }
    exists (powers (a ++ (p, f) :: b)). split; auto. symmetry.
    apply IH with (y := powers (a ++ (p, f) :: b)); auto. now apply with_exponent with (e := e).
Qed.

(** Every n >= 1 is such a product. *)
Theorem exponents_exist n : 1 <= n -> exists l, bases l /\ powers l = n.
Proof.
  intro L. destruct (factors_exist n L) as (k & P & <-). clear L. induction k as [| p k IH].
  - exists []. repeat split; [constructor | intros _ []].
  - destruct IH as (l & [D Q] & E); [intros q I; apply P; now right |]. cbn [product].
    destruct (in_dec N.eq_dec p (map fst l)) as [I | I].
    + apply in_map_iff in I as ([q e] & <- & I). apply in_split in I as (a & b & ->). cbn [fst] in *.
      exists (a ++ (q, e + 1) :: b). split; [apply with_exponent with (e := e); now split |].
      rewrite powers_split in *. cbn [fst snd] in *. rewrite <- E, N.pow_add_r, N.pow_1_r. ring.
    + exists ((p, 1) :: l). split; [split |].
      * cbn [map fst]. now constructor.
      * intros q [<- | J]; auto. apply P. now left.
      * cbn [powers]. now rewrite N.pow_1_r, E.
Qed.
