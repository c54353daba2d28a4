(** Heaps between linear ends, and runs of equal values that recur: the game, the law, and the values
    on a stretch of heaps where every end stays in one run
    (discover/heaps/theorems/run_schedules/theorem.py). *)
From Coq Require Import ZArith NArith List Lia Bool Arith.
From Mexplore Require Import Grundy Evaluate.
Import ListNotations.
Local Open Scope Z_scope.

(** * The game *)

(** The end floor((a*n + b)/c). *)
Record heap_end := End { top : Z; plus : Z; under : Z }.

Definition floor_of (e : heap_end) (n : Z) : Z := (top e * n + plus e) / under e.

(** All heaps m < n from one end of n to another. *)
Definition between (n : Z) (p : heap_end * heap_end) : list (list N) :=
  let low := Z.max 0 (floor_of (fst p) n) in
  let high := Z.min (n - 1) (floor_of (snd p) n) in
  map (fun m => [m]) (upto (Z.to_nat (high + 1 - low)) (Z.to_N low)).

(** The options of the first few n are given; those of every other n are all heaps between two
    ends, for each pair of ends. *)
Definition between_ends (few : list (list N)) (pieces : list (heap_end * heap_end)) : rule :=
  fun n => if (n <? N.of_nat (length few))%N then map (fun m => [m]) (nth (N.to_nat n) few [])
           else flat_map (between (Z.of_N n)) pieces.

(** * The law *)

(** ceil((c*x - b)/a): the least n at which the end is x or more. *)
Definition enters (e : heap_end) (x : Z) : Z := - ((plus e - under e * x) / top e).

Section Law.
  (** The first runs begin at these heaps, and have these values; for those that follow there is a
      word of values, and each begins where an end enters the run d before. *)
  Variables (starts : list Z) (values word : list N) (creators : list (heap_end * nat)).

  Definition seen : nat := length starts.
  Definition residue (k : nat) : nat := ((k - seen) mod length word)%nat.
  Definition creator (k : nat) : heap_end * nat := nth (residue k) creators (End 1 0 2, 1%nat).
  Definition value (k : nat) : N :=
    if (k <? seen)%nat then nth k values 0%N else nth (residue k) word 0%N.

  Definition recurs (x : nat -> Z) : Prop :=
    (forall k, (k < seen)%nat -> x k = nth k starts 0) /\
    (forall k, (seen <= k)%nat -> x k = enters (fst (creator k)) (x (k - snd (creator k))%nat)).

  Definition run_schedule (G : N -> N) : Prop :=
    exists x : nat -> Z, recurs x /\ x 0%nat = 0 /\ (forall k, x k < x (S k)) /\
      forall k n, x k <= Z.of_N n < x (S k) -> G n = value k.
End Law.

(** * Ends, and when they enter *)

Definition proper (e : heap_end) : bool := (0 <? top e) && (top e <? under e).

Lemma proper_spec e : proper e = true -> 0 < top e < under e.
Proof. intro H. apply andb_prop in H as [A B]. apply Z.ltb_lt in A, B. lia. Qed.

Lemma enters_bounds e x : proper e = true ->
  under e * x - plus e <= top e * enters e x <= under e * x - plus e + top e - 1.
Proof.
  intro H. apply proper_spec in H. unfold enters.
  pose proof (Z.div_mod (plus e - under e * x) (top e)).
  pose proof (Z.mod_pos_bound (plus e - under e * x) (top e)). lia.
Qed.

Lemma enters_spec e x n : proper e = true -> (enters e x <= n <-> x <= floor_of e n).
Proof.
  intro H. pose proof (enters_bounds e x H) as B. apply proper_spec in H. unfold floor_of. split; intro L.
  - apply Z.div_le_lower_bound; nia.
  - assert (under e * ((top e * n + plus e) / under e) <= top e * n + plus e)
      by (apply Z.mul_div_le; lia).
    nia.
Qed.

Lemma enters_more e x m : proper e = true -> enters e (x + top e * m) = enters e x + under e * m.
Proof.
  intro H. apply proper_spec in H. unfold enters.
  replace (plus e - under e * (x + top e * m)) with (plus e - under e * x + (- under e * m) * top e) by ring.
  rewrite Z.div_add by lia. lia.
Qed.

Lemma floor_mono e m n : proper e = true -> m <= n -> floor_of e m <= floor_of e n.
Proof.
  intros H L. apply proper_spec in H. unfold floor_of. apply Z.div_le_mono; nia.
Qed.

Definition heap_end_eqb (e f : heap_end) : bool :=
  (top e =? top f) && (plus e =? plus f) && (under e =? under f).

Lemma heap_end_eqb_spec e f : heap_end_eqb e f = true -> e = f.
Proof.
  unfold heap_end_eqb. intro H. apply andb_prop in H as [H C]. apply andb_prop in H as [A B].
  apply Z.eqb_eq in A, B, C. destruct e, f. cbn in *. congruence.
Qed.

(** Several ends, the first one entering last. *)
Definition composed (l : list heap_end) (x : Z) : Z := fold_right enters x l.

(** (A, C, low, high): A times the composition is between C*x + low and C*x + high. *)
Fixpoint affine (l : list heap_end) : Z * Z * Z * Z :=
  match l with
  | [] => (1, 1, 0, 0)
  | e :: l =>
      let '(A, C, low, high) := affine l in
      (top e * A, under e * C, under e * low - plus e * A,
       under e * high - plus e * A + (top e - 1) * A)
  end.

Lemma affine_spec l : forallb proper l = true ->
  let '(A, C, low, high) := affine l in
  0 < A /\ 0 < C /\ (forall x, C * x + low <= A * composed l x <= C * x + high) /\
  forall x m, composed l (x + A * m) = composed l x + C * m.
Proof.
  induction l as [| e l IH]; cbn [forallb affine]; intro H.
  - repeat split; cbn; lia.
  - apply andb_prop in H as [He Hl]. specialize (IH Hl).
    destruct (affine l) as [[[A C] low] high]. destruct IH as (HA & HC & B & S).
    pose proof (proper_spec e He) as E. repeat split; try nia.
    + cbn [composed fold_right]. fold (composed l x). pose proof (enters_bounds e (composed l x) He).
      specialize (B x). nia.
    + cbn [composed fold_right]. fold (composed l x). pose proof (enters_bounds e (composed l x) He).
      specialize (B x). nia.
    + intros x m. cbn [composed fold_right]. fold (composed l (x + top e * A * m)) (composed l x).
      replace (x + top e * A * m) with (x + A * (top e * m)) by ring. rewrite S.
      replace (composed l x + C * (top e * m)) with (composed l x + top e * (C * m)) by ring.
      rewrite enters_more by auto. ring.
Qed.

(** * The values on a stretch of heaps where every end stays in one run *)

Section Runs.
  Variable x : nat -> Z.
  Hypothesis x0 : x 0%nat = 0.
  Hypothesis rising : forall k, x k < x (S k).

  Lemma x_mono i j : (i <= j)%nat -> x i + Z.of_nat (j - i) <= x j.
  Proof.
    intro L. replace j with (i + (j - i))%nat at 2 by lia. generalize (j - i)%nat. clear L j.
    intro d. induction d as [| d IH]; [rewrite Nat.add_0_r; lia |].
    rewrite Nat.add_succ_r. specialize (rising (i + d)). lia.
  Qed.

  Lemma run_of n : 0 <= n -> exists k, x k <= n < x (S k).
  Proof.
    intro L. assert (H : forall m, n < x m -> exists k, x k <= n < x (S k)).
    { induction m as [| m IH]; intro B; [lia |].
      destruct (Z.lt_ge_cases n (x m)) as [C | C]; [auto | now exists m]. }
    apply (H (S (Z.to_nat n))). pose proof (x_mono 0 (S (Z.to_nat n))). lia.
  Qed.

  Lemma run_unique n i j : x i <= n < x (S i) -> x j <= n < x (S j) -> i = j.
  Proof.
    intros A B. destruct (lt_eq_lt_dec i j) as [[L | L] | L]; auto; exfalso.
    - pose proof (x_mono (S i) j). lia.
    - pose proof (x_mono (S j) i). lia.
  Qed.
End Runs.

Section Values.
  Variables (few : list (list N)) (pieces : list (heap_end * heap_end)) (G : N -> N).
  Hypothesis HG : is_grundy (between_ends few pieces) G.
  Variables (x : nat -> Z) (v : nat -> N) (first : Z).
  Hypothesis x0 : x 0%nat = 0.
  Hypothesis rising : forall k, x k < x (S k).
  Hypothesis few_first : Z.of_nat (length few) <= first.
  Hypothesis pieces_proper :
    forall p, In p pieces -> proper (fst p) = true /\ proper (snd p) = true.
  Hypothesis pieces_there :
    forall p, In p pieces -> forall n, first <= n -> floor_of (fst p) n <= floor_of (snd p) n < n.

  Definition right (n : Z) : Prop := forall k, x k <= n < x (S k) -> G (Z.to_N n) = v k.

  (** The end is in this run from t on, up to t'. *)
  Definition stays (e : heap_end) (i : nat) (t t' : Z) : Prop :=
    x i <= floor_of e t /\ floor_of e (t' - 1) < x (S i).

  Definition values_between (at_ : list (nat * nat)) : list N :=
    flat_map (fun q => map v (seq (fst q) (S (snd q) - fst q))) at_.

  Lemma stretch t t' k at_ :
    Forall2 (fun p q => stays (fst p) (fst q) t t' /\ stays (snd p) (snd q) t t') pieces at_ ->
    x k <= t -> t' <= x (S k) -> mex (values_between at_) = v k -> first <= t ->
    forall n, t <= n < t' -> 0 <= n -> (forall m, 0 <= m < n -> right m) -> right n.
  Proof.
    intros F K K' M L n Hn N0 IH k' Hk'.
    assert (k' = k) by (apply (run_unique x rising n); lia). subst k'. rewrite <- M.
    refine (is_mex_unique _ _ _ _ (grundy_is_mex _ _ HG (Z.to_N n)) (mex_spec _) _).
    assert (V : forall u, value_of (between_ends few pieces) G (Z.to_N n) u <->
                exists p m, In p pieces /\ floor_of (fst p) n <= m <= floor_of (snd p) n /\
                            0 <= m /\ u = G (Z.to_N m)).
    { intro u. unfold value_of, between_ends.
      destruct (N.ltb_spec (Z.to_N n) (N.of_nat (length few))) as [C | _]; [lia |].
      rewrite Z2N.id by lia. split.
      - intros (o & I & ->). apply in_flat_map in I as (p & I & J). unfold between in J.
        apply in_map_iff in J as (m & <- & J). apply In_upto in J.
        exists p, (Z.of_N m). repeat split; auto; try lia. cbn. now rewrite N2Z.id, N.lxor_0_r.
      - intros (p & m & I & B & M0 & ->). exists [Z.to_N m]. split; [| cbn; now rewrite N.lxor_0_r].
        apply in_flat_map. exists p. split; auto. unfold between. apply in_map_iff.
        exists (Z.to_N m). split; auto. apply In_upto. pose proof (pieces_there p I n). lia. }
    intro u. rewrite V. unfold values_between. rewrite in_flat_map. split.
    - intros (p & m & I & B & M0 & ->).
      destruct (run_of x x0 rising m M0) as (i & Hi).
      assert (X : exists q, In q at_ /\ stays (fst p) (fst q) t t' /\ stays (snd p) (snd q) t t').
      { clear - F I. induction F as [| p' q ps qs H F IH]; [easy |].
        destruct I as [-> | I]; [exists q; cbn; tauto |].
        destruct (IH I) as (q' & J & Y). exists q'. cbn. tauto. }
      destruct X as (q & J & [S1 _] & [_ S2]). exists q. split; auto.
      pose proof (pieces_proper p I) as [E1 E2]. pose proof (pieces_there p I n).
      pose proof (floor_mono (fst p) t n E1). pose proof (floor_mono (snd p) n (t' - 1) E2).
      rewrite (IH m) with (k := i) by lia. apply in_map, in_seq.
      assert (fst q <= i)%nat.
      { destruct (le_lt_dec (fst q) i); auto. pose proof (x_mono x rising (S i) (fst q)). lia. }
      assert (i <= snd q)%nat; [| lia].
      destruct (le_lt_dec i (snd q)); auto. pose proof (x_mono x rising (S (snd q)) i). lia.
    - intros (q & J & U). apply in_map_iff in U as (i & <- & U). apply in_seq in U.
      assert (X : exists p, In p pieces /\ stays (fst p) (fst q) t t' /\ stays (snd p) (snd q) t t').
      { clear - F J. induction F as [| p q' ps qs H F IH]; [easy |].
        destruct J as [-> | J]; [exists p; cbn; tauto |].
        destruct (IH J) as (p' & I & Y). exists p'. cbn. tauto. }
      destruct X as (p & I & [_ S1] & [S2 _]).
      pose proof (pieces_proper p I) as [E1 E2]. pose proof (pieces_there p I n).
      pose proof (floor_mono (fst p) n (t' - 1) E1). pose proof (floor_mono (snd p) t n E2).
      exists p, (Z.max (floor_of (fst p) n) (x i)).
      pose proof (x_mono x rising 0 i). pose proof (x_mono x rising i (snd q)).
      assert (floor_of (fst p) n < x (S i)).
      { pose proof (x_mono x rising (S (fst q)) (S i)). lia. }
      specialize (rising i).
      repeat split; auto; try lia. symmetry. apply IH; lia.
  Qed.
End Values.
