(** Fibonacci numbers as members of a subtraction set (rules/sets/fibonacci.py): some are multiples
    of any given number (discover/heaps/theorems/never_periodic.py). *)
From Coq Require Import NArith ZArith List Lia Bool.
From Mexplore Require Import Grundy.
Import ListNotations.
Local Open Scope N_scope.

(** The k-th one, from 1 and 2 on, and the next. *)
Fixpoint fibs (k : nat) : N * N :=
  match k with O => (1, 2) | S k => let (a, b) := fibs k in (b, a + b) end.

(** Whether s is one of a, b, a + b, ...; as many as there is fuel are looked at. *)
Fixpoint fib_walk (fuel : nat) (a b s : N) : bool :=
  match fuel with
  | O => false
  | S fuel => (a =? s) || ((a <? s) && fib_walk fuel b (a + b) s)
  end.

Definition is_fibonacci (s : N) : bool := fib_walk (S (N.to_nat s)) 1 2 s.

Lemma fibs_next k : fst (fibs (S k)) = snd (fibs k) /\ snd (fibs (S k)) = fst (fibs k) + snd (fibs k).
Proof. cbn [fibs]. now destruct (fibs k). Qed.

Lemma fibs_grow k : N.of_nat k + 1 <= fst (fibs k) /\ fst (fibs k) < snd (fibs k).
Proof.
  induction k as [| k IH]; [cbn; lia |]. destruct (fibs_next k) as [-> ->]. lia.
Qed.

Lemma fibs_increase k i : (1 <= i)%nat -> fst (fibs k) < fst (fibs (k + i)).
Proof.
  intro I. induction i as [| i IH]; [lia |]. rewrite Nat.add_succ_r.
  destruct (fibs_next (k + i)) as [-> _]. pose proof (fibs_grow (k + i)).
  destruct i as [| i]; [rewrite Nat.add_0_r in *; lia |]. specialize (IH ltac:(lia)). lia.
Qed.

Lemma walk_spec fuel k i :
  (i < fuel)%nat -> fib_walk fuel (fst (fibs k)) (snd (fibs k)) (fst (fibs (k + i))) = true.
Proof.
  revert k i. induction fuel as [| fuel IH]; intros k i L; [lia |]. cbn [fib_walk].
  destruct i as [| i]; [now rewrite Nat.add_0_r, N.eqb_refl |].
  apply orb_true_iff. right. apply andb_true_iff. split; [apply N.ltb_lt, fibs_increase; lia |].
  specialize (IH (S k) i ltac:(lia)). destruct (fibs_next k) as [E F]. rewrite E, F in IH.
  now rewrite Nat.add_succ_comm in IH.
Qed.

(** All of them are found. *)
Theorem fibonacci_found k : is_fibonacci (fst (fibs k)) = true.
Proof. apply (walk_spec _ 0 k). pose proof (fibs_grow k). lia. Qed.

(** And no others. *)
Theorem fibonacci_only s : is_fibonacci s = true -> exists k, s = fst (fibs k).
Proof.
  unfold is_fibonacci. assert (H : forall fuel k, fib_walk fuel (fst (fibs k)) (snd (fibs k)) s = true ->
                            exists k, s = fst (fibs k)); [| apply (H _ 0%nat)].
  induction fuel as [| fuel IH]; intros k W; [discriminate |]. cbn [fib_walk] in W.
  apply orb_true_iff in W as [W | W]; [apply N.eqb_eq in W; now exists k |].
  apply andb_prop in W as [_ W]. apply (IH (S k)). destruct (fibs_next k) as [-> ->]. exact W.
Qed.

(** * A multiple of every number *)

Section Modulo.
  Variable p : N.
  Hypothesis P : 1 <= p.

  Definition congruent (a b : N) : Prop := (Z.of_N p | Z.of_N a - Z.of_N b)%Z.

  Lemma congruent_mod a b : a mod p = b mod p -> congruent a b.
  Proof.
    intro E. exists (Z.of_N (a / p) - Z.of_N (b / p))%Z.
    pose proof (N.div_mod' a p). pose proof (N.div_mod' b p). rewrite E in *. nia.
  Qed.

  Definition alike (i j : nat) : Prop :=
    congruent (fst (fibs i)) (fst (fibs j)) /\ congruent (snd (fibs i)) (snd (fibs j)).

  (** A pair of residues determines the one before. *)
  Lemma alike_before i j : alike (S i) (S j) -> alike i j.
  Proof.
    unfold alike. destruct (fibs_next i) as [-> ->], (fibs_next j) as [-> ->]. intros [A B]. split; auto.
    unfold congruent in *.
    replace (Z.of_N (fst (fibs i)) - Z.of_N (fst (fibs j)))%Z with
      (Z.of_N (fst (fibs i) + snd (fibs i)) - Z.of_N (fst (fibs j) + snd (fibs j))
       - (Z.of_N (snd (fibs i)) - Z.of_N (snd (fibs j))))%Z by lia.
    now apply Z.divide_sub_r.
  Qed.

  Lemma alike_first i d : alike i (i + d) -> alike 0 d.
  Proof. induction i as [| i IH]; auto. intro A. apply IH, alike_before, A. Qed.

  Definition pair_code (k : nat) : N := (fst (fibs k) mod p) * p + snd (fibs k) mod p.

  Lemma pair_code_alike i j : pair_code i = pair_code j -> alike i j.
  Proof.
    unfold pair_code. intro E. assert (F : fst (fibs i) mod p = fst (fibs j) mod p /\ snd (fibs i) mod p = snd (fibs j) mod p).
    { pose proof (N.mod_lt (snd (fibs i)) p ltac:(lia)). pose proof (N.mod_lt (snd (fibs j)) p ltac:(lia)).
      generalize dependent (snd (fibs i) mod p). generalize dependent (snd (fibs j) mod p).
      generalize (fst (fibs i) mod p). generalize (fst (fibs j) mod p). intros a b c C d E D.
      assert (a = b) by nia. subst. lia. }
    split; apply congruent_mod; apply F.
  Qed.

  Lemma pair_code_small k : In (pair_code k) (upto (N.to_nat (p * p)) 0).
  Proof.
    assert (H : pair_code k < p * p); [| apply In_upto; lia].
    unfold pair_code. pose proof (N.mod_lt (fst (fibs k)) p ltac:(lia)) as A.
    pose proof (N.mod_lt (snd (fibs k)) p ltac:(lia)) as B. revert A B.
    generalize (fst (fibs k) mod p), (snd (fibs k) mod p). intros a b A B.
    assert (a * p <= (p - 1) * p) by (apply N.mul_le_mono_r; lia). nia.
  Qed.

  (** Among more than p*p pairs two are alike. *)
  Fixpoint codes (k : nat) : list N := match k with O => [] | S k => pair_code k :: codes k end.

  Lemma codes_length k : length (codes k) = k.
  Proof. induction k as [| k IH]; cbn; auto. Qed.

  Lemma In_codes k c : In c (codes k) -> exists i, (i < k)%nat /\ pair_code i = c.
  Proof.
    induction k as [| k IH]; [easy |]. intros [<- | I]; [exists k; auto |].
    destruct (IH I) as (i & L & E). exists i. auto.
  Qed.

  Lemma distinct_or_returns k : NoDup (codes k) \/ exists i d, (1 <= d)%nat /\ pair_code i = pair_code (i + d).
  Proof.
    induction k as [| k [IH | IH]]; [left; constructor | | now right].
    destruct (in_dec N.eq_dec (pair_code k) (codes k)) as [I | I].
    - right. apply In_codes in I as (i & L & E). exists i, (k - i)%nat. split; [lia |].
      rewrite E. f_equal. lia.
    - left. now constructor.
  Qed.

  Lemma returns : exists d, (1 <= d)%nat /\ alike 0 d.
  Proof.
    destruct (distinct_or_returns (S (N.to_nat (p * p)))) as [D | (i & d & L & E)].
    - exfalso. assert (I : incl (codes (S (N.to_nat (p * p)))) (upto (N.to_nat (p * p)) 0)).
      { intros c J. apply In_codes in J as (i & _ & <-). apply pair_code_small. }
      apply NoDup_incl_length in I; auto. rewrite codes_length, length_upto in I. lia.
    - exists d. split; auto. apply (alike_first i), pair_code_alike, E.
  Qed.

  (** Before 1 and 2 the residues are 1, and 0. *)
  Theorem fibonacci_multiple : exists k, N.divide p (fst (fibs k)).
  Proof.
    destruct returns as (d & L & [A B]). cbn [fibs fst snd] in A, B.
    destruct d as [| [| d]]; [lia | |].
    - exists 0%nat. cbn in A, B |- *. assert (p = 1); [| exists 1; lia].
      destruct A as [c A]. cbn in A. assert (E : (Z.of_N p * - c = 1)%Z) by (rewrite Z.mul_opp_r; lia).
      apply Z.eq_mul_1_nonneg in E; lia.
    - exists d. destruct (fibs_next (S d)) as [X Y], (fibs_next d) as [V W].
      rewrite X in A. rewrite Y in B. rewrite V, W in *.
      destruct A as [a A], B as [b B]. exists (Z.to_N (b - 2 * a)).
      apply N2Z.inj. rewrite N2Z.inj_mul, Z2N.id; nia.
  Qed.
End Modulo.
