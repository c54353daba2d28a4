(** Remove h to f(n) tokens, where f steps by 0 or 1: the runs of equal values are a queue
    (discover/heaps/theorems/queue_of_runs.py). *)
From Coq Require Import NArith List Lia Bool Arith.
From Mexplore Require Import Grundy Evaluate Intervals.
Import ListNotations.
Local Open Scope N_scope.

(** From n remove any number of tokens from h to f(n). *)
Definition remove_between (h : N) (f : N -> N) : rule :=
  interval (fun n => n - f n) (fun n => n + 1 - h).

(** T(z) is the least n with n - f(n) >= z. *)
Definition first_past (f T : N -> N) : Prop := forall z n, T z <= n <-> z <= n - f n.

(** When run r, from x_r on, comes again. *)
Definition returns (T : N -> N) (h : N) (x : nat -> N) (r : nat) : N :=
  N.max (T (x (S r))) (T (x r) + h).

(** Run k begins at x_k and has the value v_k; q_k runs have come again before x_k or at it. Run
    k + 1 is the return of run q_k if it begins where that one returns, and has a new value
    otherwise. *)
Definition queue (T : N -> N) (h y : N) (x v : nat -> N) (q : nat -> nat) : Prop :=
  (x 0%nat = y /\ x 1%nat = y + h /\ v 0%nat = 0 /\ q 0%nat = 0%nat) /\
  forall k : nat,
    q (S k) = (if x (S k) =? returns T h x (q k) then S (q k) else q k) /\
    v (S k) = (if x (S k) =? returns T h x (q k) then v (q k) else N.of_nat (S k - q k)) /\
    x (S (S k)) = N.min (x (S k) + h) (returns T h x (q (S k))).

(** The law: G is 0 below y, and v_k on run k. *)
Definition queue_law (f : N -> N) (h y : N) (G : N -> N) : Prop :=
  exists T x v q, first_past f T /\ queue T h y x v q /\
    (forall k, x k < x (S k)) /\ (forall n, n < y -> G n = 0) /\
    forall k n, x k <= n < x (S k) -> G n = v k.

Section Slow.
  Variable f : N -> N.
  Hypothesis f0 : f 0 = 0.
  Hypothesis steps : forall n, f (n + 1) = f n \/ f (n + 1) = f n + 1.

  Notation A n := (n - f n).

  Lemma f_mono m n : m <= n -> f m <= f n.
  Proof.
    intro L. replace n with (m + (n - m)) by lia. generalize (n - m). clear L n.
    intro d. induction d as [| d IH] using N.peano_ind; [now rewrite N.add_0_r |].
    replace (m + N.succ d) with (m + d + 1) by lia. destruct (steps (m + d)); lia.
  Qed.

  Lemma f_most n : f n <= n.
  Proof. exact (f_below f f0 steps n). Qed.

  Lemma A_step n : A (n + 1) = A n \/ A (n + 1) = A n + 1.
  Proof. pose proof (f_most n). pose proof (f_most (n + 1)). destruct (steps n); lia. Qed.

  Lemma A_mono m n : m <= n -> A m <= A n.
  Proof.
    intro L. replace n with (m + (n - m)) by lia. generalize (n - m). clear L n.
    intro d. induction d as [| d IH] using N.peano_ind; [now rewrite N.add_0_r |].
    replace (m + N.succ d) with (m + d + 1) by lia. destruct (A_step (m + d)); lia.
  Qed.
End Slow.

Section Queue.
  Variables (f T : N -> N) (h y : N) (x v : nat -> N) (q : nat -> nat).
  Hypothesis f0 : f 0 = 0.
  Hypothesis steps : forall n, f (n + 1) = f n \/ f (n + 1) = f n + 1.
  Hypothesis past : first_past f T.
  Hypothesis Hh : 1 <= h.
  Hypothesis Hy : f (y + h) = h.
  Hypothesis Hy' : f (y + h - 1) < h.
  Hypothesis Q : queue T h y x v q.

  Notation A n := (n - f n).
  Notation R := (returns T h x).
  Let f_up := f_mono f f0 steps.
  Let f_under := f_most f f0 steps.
  Let A_steps := A_step f f0 steps.
  Let A_up := A_mono f f0 steps.

  Definition full k := x (S k) = x k + h.

  Lemma T_succ z : T z + 1 <= T (z + 1).
  Proof.
    assert (X : z + 1 <= A (T (z + 1))) by (apply past; lia).
    destruct (N.eq_dec (T (z + 1)) 0) as [E | E]; [rewrite E in X; lia |].
    assert (T z <= T (z + 1) - 1); [| lia]. apply past.
    pose proof (A_steps (T (z + 1) - 1)) as S. replace (T (z + 1) - 1 + 1) with (T (z + 1)) in S by lia.
    lia.
  Qed.

  Lemma T_apart a b : a <= b -> T a + (b - a) <= T b.
  Proof.
    intro L. replace b with (a + (b - a)) at 2 by lia. generalize (b - a). clear L b.
    intro d. induction d as [| d IH] using N.peano_ind; [rewrite !N.add_0_r; lia |].
    replace (a + N.succ d) with (a + d + 1) by lia. pose proof (T_succ (a + d)). lia.
  Qed.

  (** Beyond y an end is h or more away. *)
  Lemma T_far z : y < z -> y + h < T z /\ z + h <= T z.
  Proof.
    intro L. assert (X : z <= A (T z)) by (apply past; lia).
    assert (y + h < T z).
    { apply N.lt_nge. intro M. apply A_up in M. lia. }
    pose proof (f_up (y + h) (T z)). pose proof (f_under (T z)). lia.
  Qed.

  Definition step k := proj2 Q k.

  (** What is known when run k begins. *)
  Record good (k : nat) : Prop := {
    grows : x k < x (S k) <= x k + h;
    beyond : y + N.of_nat k <= x k;
    behind : (q k < k)%nat;
    ahead : x k < R (q k);
    returned : forall r, (r < q k)%nat -> R r <= x k /\
                 exists j, (j <= k)%nat /\ x j = R r /\ v j = v r /\ q j = S r;
    in_turn : forall r, (S r < k)%nat -> R r < R (S r);
    short : x (S k) < x k + h ->
      full (k - 1) /\ x (S k) = R (q k) /\ v (q k) < v k /\ v (k - 1)%nat < v k;
    small : forall i, (i <= k)%nat -> v i <= N.of_nat (k - q k);
    once : forall i j, (q k <= i <= k)%nat -> (q k <= j <= k)%nat -> v i = v j -> i = j;
    each : forall u, u <= N.of_nat (k - q k) -> exists i, (q k <= i <= k)%nat /\ v i = u
  }.

  Lemma full_or_short k : x (S k) <= x k + h -> full k \/ x (S k) < x k + h.
  Proof. unfold full. lia. Qed.

  (** Where a full run returns. *)
  Lemma full_returns r : full r -> R r = T (x (S r)).
  Proof.
    unfold full, returns. intro E. pose proof (T_apart (x r) (x (S r))). lia.
  Qed.

  Lemma returns_least r : T (x (S r)) <= R r /\ T (x r) + h <= R r.
  Proof. unfold returns. lia. Qed.

  Lemma late k : y < x (S k) -> x (S k) < R k.
  Proof. intro L. apply T_far in L. pose proof (returns_least k). lia. Qed.

  (** The return of run r is followed by that of run r + 1, if run r + 1 is the last or full. *)
  Lemma next_return r :
    x r < x (S r) -> (full (S r) \/ full r) -> R r < R (S r).
  Proof.
    intros L H. pose proof (returns_least (S r)) as [U V].
    destruct H as [F | F].
    - unfold full in F. pose proof (T_apart (x r) (x (S r))).
      pose proof (T_apart (x (S r)) (x (S (S r)))). unfold returns. unfold returns in U, V. lia.
    - rewrite full_returns by auto. lia.
  Qed.

  Lemma x_mono k i j : (forall m, (1 <= m <= k)%nat -> good m) ->
    (i < j)%nat -> (j <= S k)%nat -> x i < x j.
  Proof.
    intros H L B. induction j as [| j IH]; [lia |].
    assert (X : x j < x (S j)).
    { destruct j as [| j]; [destruct Q as [(E0 & E1 & _) _]; rewrite E0, E1; lia |].
      destruct (H (S j)) as [X _]; [lia | lia]. }
    destruct (Nat.eq_dec i j) as [-> | D]; auto. assert (x i < x j) by (apply IH; lia). lia.
  Qed.

  Lemma full_0 : full 0.
  Proof. unfold full. destruct Q as [(E0 & E1 & _) _]. now rewrite E0, E1. Qed.

  Lemma good_1 : good 1.
  Proof.
    destruct (step 0) as (Eq & Ev & Ex). destruct Q as [(X0 & X1 & V0 & Q0) _].
    rewrite Q0 in Eq, Ev.
    assert (L : x 1%nat < R 0) by (apply late; lia).
    destruct (N.eqb_spec (x 1%nat) (R 0)) as [E | _]; [lia |].
    change (N.of_nat (1 - 0)) with 1 in Ev. rewrite Eq in Ex.
    assert (Fu : R 0 = T (x 1%nat)) by (apply full_returns, full_0).
    assert (Far : x 1%nat + h <= T (x 1%nat)) by (apply T_far; lia).
    constructor; rewrite ?Eq.
    - lia.
    - lia.
    - lia.
    - exact L.
    - lia.
    - lia.
    - lia.
    - intros [| [| i]] L'; cbn; lia.
    - intros [| [| i]] [| [| j]] Bi Bj; lia.
    - intros u Hu. change (N.of_nat (1 - 0)) with 1 in Hu.
      assert (u = 0 \/ u = 1) as [-> | ->] by lia; [exists 0%nat | exists 1%nat]; split; auto; lia.
  Qed.

  (** Which run is k + 1: the return of run q, or a new one. *)
  Lemma next_run k :
    (x (S k) = R (q k) /\ q (S k) = S (q k) /\ v (S k) = v (q k)) \/
    (x (S k) <> R (q k) /\ q (S k) = q k /\ v (S k) = N.of_nat (S k - q k)).
  Proof.
    destruct (step k) as (Eq & Ev & _).
    destruct (N.eqb_spec (x (S k)) (R (q k))) as [E | E]; [left | right]; auto.
  Qed.

  Lemma ends k : x (S (S k)) = N.min (x (S k) + h) (R (q (S k))).
  Proof. apply step. Qed.

  Section Step.
    Variable k : nat.
    Hypothesis one : (1 <= k)%nat.
    Hypothesis before : forall m, (1 <= m <= k)%nat -> good m.

    Lemma gk : good k.
    Proof. apply before. lia. Qed.

    Lemma ends_k : x (S k) = N.min (x k + h) (R (q k)).
    Proof. destruct k as [| m]; [lia | apply ends]. Qed.

    Lemma in_turn' r : (r < k)%nat -> R r < R (S r).
    Proof.
      intro L. apply next_return.
      - apply (x_mono k); auto; lia.
      - destruct (full_or_short (S r)) as [F | F]; auto.
        + apply (grows _ (before (S r) ltac:(lia))).
        + right. destruct (short _ (before (S r) ltac:(lia)) F) as (F' & _).
          now replace (S r - 1)%nat with r in F' by lia.
    Qed.

    Lemma beyond_next : y + N.of_nat (S k) <= x (S k).
    Proof. pose proof (beyond _ gk). pose proof (grows _ gk). lia. Qed.

    Lemma ahead_next : x (S k) < R (q (S k)) /\ (q (S k) <= k)%nat.
    Proof.
      pose proof (behind _ gk). pose proof ends_k as E.
      destruct (next_run k) as [(X & -> & _) | (X & -> & _)]; split; try lia.
      rewrite X. apply in_turn'. lia.
    Qed.

    Lemma returned_next r : (r < q (S k))%nat -> R r <= x (S k) /\
      exists j, (j <= S k)%nat /\ x j = R r /\ v j = v r /\ q j = S r.
    Proof.
      intro L. assert (D : (r < q k)%nat \/ r = q k /\ x (S k) = R (q k) /\
                           q (S k) = S (q k) /\ v (S k) = v (q k)).
      { destruct (next_run k) as [(X & E & V) | (X & E & V)]; [| lia].
        destruct (Nat.eq_dec r (q k)); [now right | left; lia]. }
      destruct D as [D | (-> & X & E & V)].
      - destruct (returned _ gk r D) as (B & j & J & H). pose proof (grows _ gk). split; [lia |].
        exists j. split; [lia | exact H].
      - split; [lia |]. exists (S k). auto.
    Qed.

    Lemma short_next : x (S (S k)) < x (S k) + h ->
      full k /\ x (S (S k)) = R (q (S k)) /\ v (q (S k)) < v (S k) /\ v k < v (S k).
    Proof.
      intro Sh. pose proof (ends k) as Ek. pose proof ends_k as Ek'. pose proof (behind _ gk) as B.
      assert (E2 : x (S (S k)) = R (q (S k))) by lia.
      destruct (next_run k) as [(X & Eq & Ev) | (X & Eq & Ev)].
      - (* the return of run r *)
        set (r := q k) in *. rewrite Eq in E2.
        assert (F1 : full (S r)).
        { destruct (full_or_short (S r)) as [F | F]; auto.
          - apply (grows _ (before (S r) ltac:(lia))).
          - exfalso. destruct (short _ (before (S r) ltac:(lia)) F) as (F' & _).
            replace (S r - 1)%nat with r in F' by lia. pose proof (full_returns r F').
            pose proof (returns_least (S r)). lia. }
        assert (Er : R r = T (x r) + h).
        { pose proof (full_returns _ F1) as X1. unfold full in F1.
          pose proof (T_apart (x (S r)) (x (S (S r)))). unfold returns in *. lia. }
        assert (Sr : ~ full r).
        { intro F. pose proof (full_returns _ F1) as X1. pose proof (full_returns _ F) as X0.
          unfold full in F1. pose proof (T_apart (x (S r)) (x (S (S r)))). lia. }
        assert (R1 : (1 <= r)%nat).
        { destruct r; [| lia]. destruct Sr. apply full_0. }
        pose proof (before r ltac:(lia)) as gr.
        destruct (full_or_short r) as [F | F]; [apply (grows _ gr) | easy |].
        destruct (short _ gr F) as (F' & Er' & V1 & V2).
        assert (Vr1 : v (S r) = v (q r)).
        { destruct (next_run r) as [(_ & _ & V) | (N & _)]; auto. easy. }
        pose proof (full_returns _ F') as Rr. replace (S (r - 1)) with r in Rr by lia.
        destruct (returned _ gk (r - 1)%nat) as (_ & j & J & Xj & Vj & Qj); [fold r; lia |].
        replace (S (r - 1)) with r in Qj by lia.
        assert (Xj1 : x (S j) = x (S k)).
        { destruct j as [| j]; [destruct Q as [(_ & _ & _ & Q0) _]; lia |].
          rewrite (ends j), Qj, X, Xj, Rr. lia. }
        assert (j = k).
        { destruct (lt_eq_lt_dec j k) as [[D | D] | D]; auto; [| lia]. exfalso.
          pose proof (x_mono k (S j) (S k) before). lia. }
        subst j. repeat split.
        + unfold full. lia.
        + now rewrite Eq.
        + rewrite Eq, Ev, Vr1. exact V1.
        + rewrite Ev, Vj. exact V2.
      - (* a new run *)
        pose proof (small _ gk (q k)). pose proof (small _ gk k).
        repeat split; auto; [unfold full | rewrite Eq |]; lia.
    Qed.

    Lemma good_next : good (S k).
    Proof.
      pose proof ahead_next as [Ah Be]. pose proof (ends k) as E. pose proof (behind _ gk) as B.
      constructor.
      - lia.
      - apply beyond_next.
      - lia.
      - exact Ah.
      - apply returned_next.
      - intros r L. apply in_turn'. lia.
      - intro Sh. replace (S k - 1)%nat with k by lia. now apply short_next.
      - intros i L. destruct (Nat.eq_dec i (S k)) as [-> | D].
        + destruct (next_run k) as [(_ & -> & ->) | (_ & -> & ->)]; [| lia].
          pose proof (small _ gk (q k)). lia.
        + pose proof (small _ gk i ltac:(lia)).
          destruct (next_run k) as [(_ & -> & _) | (_ & -> & _)]; lia.
      - intros i j Li Lj Vij.
        destruct (next_run k) as [(_ & Eq & Ev) | (_ & Eq & Ev)]; rewrite Eq in Li, Lj.
        + destruct (Nat.eq_dec i (S k)) as [-> | Di], (Nat.eq_dec j (S k)) as [-> | Dj]; auto.
          * rewrite Ev in Vij. pose proof (once _ gk (q k) j). lia.
          * rewrite Ev in Vij. pose proof (once _ gk i (q k)). lia.
          * apply (once _ gk); auto; lia.
        + destruct (Nat.eq_dec i (S k)) as [-> | Di], (Nat.eq_dec j (S k)) as [-> | Dj]; auto.
          * pose proof (small _ gk j). lia.
          * pose proof (small _ gk i). lia.
          * apply (once _ gk); auto; lia.
      - intros u Hu.
        destruct (next_run k) as [(_ & Eq & Ev) | (_ & Eq & Ev)]; rewrite Eq in *.
        + destruct (each _ gk u) as (i & Li & Vi); [lia |].
          destruct (Nat.eq_dec i (q k)) as [-> | D].
          * exists (S k). split; [lia | congruence].
          * exists i. split; [lia | auto].
        + destruct (N.eq_dec u (N.of_nat (S k - q k))) as [-> | D].
          * exists (S k). split; [lia | auto].
          * destruct (each _ gk u) as (i & Li & Vi); [lia |]. exists i. split; [lia | auto].
    Qed.
  End Step.

  Lemma all_good k : (1 <= k)%nat -> good k.
  Proof.
    assert (H : forall k m, (1 <= m <= k)%nat -> good m).
    { clear k. induction k as [| k IH]; intros m L; [lia |].
      destruct (Nat.eq_dec m (S k)) as [-> | D]; [| apply IH; lia].
      destruct k as [| k]; [apply good_1 | apply good_next; [lia | exact IH]]. }
    intro L. apply (H k). lia.
  Qed.

  Lemma rising i j : (i < j)%nat -> x i < x j.
  Proof.
    intro L. apply (x_mono j); auto. intros m M. apply all_good. lia.
  Qed.

  Lemma rising_le i j : (i <= j)%nat -> x i <= x j.
  Proof.
    intro L. destruct (Nat.eq_dec i j) as [-> | D]; [lia |]. pose proof (rising i j). lia.
  Qed.

  (** Every heap from y on is in a run. *)
  Lemma run_of n : y <= n -> exists k, x k <= n < x (S k).
  Proof.
    intro L.
    assert (H : forall m, n < x (S m) -> exists k, (k <= m)%nat /\ x k <= n < x (S k)).
    { induction m as [| m IH]; intro B.
      - exists O. destruct Q as [(X0 & _) _]. split; lia.
      - destruct (N.lt_ge_cases n (x (S m))) as [C | C].
        + destruct (IH C) as (k & K & H). exists k. split; [lia | exact H].
        + exists (S m). lia. }
    destruct (H (N.to_nat n)) as (k & _ & K); [| now exists k].
    pose proof (beyond _ (all_good (S (N.to_nat n)) ltac:(lia))). lia.
  Qed.

  (** Of two neighbouring runs one is full. *)
  Lemma neighbours k : ~ full (S k) -> full k.
  Proof.
    intro N. pose proof (all_good (S k) ltac:(lia)) as g.
    destruct (full_or_short (S k)) as [F | F]; [apply (grows _ g) | easy |].
    destruct (short _ g F) as (F' & _). now replace (S k - 1)%nat with k in F' by lia.
  Qed.

  Lemma T_mono a b : a <= b -> T a <= T b.
  Proof. intro L. pose proof (T_apart a b L). lia. Qed.

  (** Runs of smaller values that wait hold an option of each n in run k. *)
  Lemma in_reach k n i :
    (1 <= k)%nat -> x k <= n < x (S k) -> (q k <= i < k)%nat -> v i < v k ->
    x i + h <= n /\ n < T (x (S i)).
  Proof.
    intros one Hn Hi Vi. pose proof (all_good k one) as g. split.
    - destruct k as [| k]; [lia |].
      destruct (Nat.eq_dec i k) as [-> | D].
      + destruct (Nat.eq_dec k 0) as [-> | K0].
        * destruct Q as [(X0 & X1 & _) _]. lia.
        * pose proof (all_good k ltac:(lia)) as g'.
          destruct (full_or_short k) as [F | F]; [apply (grows _ g') | unfold full in F; lia |].
          exfalso. destruct (short _ g' F) as (_ & E & V1 & _).
          destruct (next_run k) as [(_ & _ & V) | (N & _)]; [lia | easy].
      + assert (L : x (S i) <= x k) by (apply rising_le; lia).
        destruct (full_or_short k) as [F | F].
        { destruct k; [lia |]. apply (grows _ (all_good (S k) ltac:(lia))). }
        * unfold full in F. pose proof (rising i k). lia.
        * destruct k as [| k]; [lia |].
          assert (F' : full k) by (apply neighbours; unfold full; lia). unfold full in F'.
          pose proof (rising_le i k). pose proof (rising_le (S k) (S (S k))). lia.
    - destruct (N.lt_ge_cases n (T (x (S i)))) as [| C]; auto. exfalso.
      set (r := q k) in *.
      assert (Tr : T (x (S r)) <= n).
      { pose proof (T_mono (x (S r)) (x (S i))). pose proof (rising_le (S r) (S i)). lia. }
      assert (Ek : x (S k) <= R r).
      { destruct k as [| k]; [lia |]. rewrite (ends k). fold r. lia. }
      assert (Er : R r = T (x r) + h) by (unfold returns in *; lia).
      assert (Sr : ~ full r).
      { intro F. pose proof (full_returns _ F). lia. }
      assert (R1 : (1 <= r)%nat).
      { destruct r; [| lia]. destruct Sr. apply full_0. }
      assert (F' : full (r - 1)).
      { apply neighbours. now replace (S (r - 1)) with r by lia. }
      pose proof (full_returns _ F') as Rr. replace (S (r - 1)) with r in Rr by lia.
      destruct (returned _ g (r - 1)%nat) as (_ & j & J & Xj & Vj & Qj); [fold r; lia |].
      replace (S (r - 1)) with r in Qj by lia.
      assert (Xj1 : x (S j) = R r).
      { destruct j as [| j]; [destruct Q as [(_ & _ & _ & Q0) _]; lia |].
        rewrite (ends j), Qj, Xj, Rr. lia. }
      assert (TT : T (x r) <= T (x (S r))) by (apply T_mono, rising_le; lia).
      assert (j = k).
      { destruct (Nat.eq_dec j k); auto. exfalso. pose proof (rising_le (S j) k). lia. }
      subst j.
      destruct (short _ (all_good r R1)) as (_ & _ & _ & V2).
      { pose proof (grows _ (all_good r R1)). unfold full in Sr. lia. }
      destruct (Nat.eq_dec i r) as [-> | D]; [lia |].
      assert (F1 : full (S r)).
      { destruct (full_or_short (S r)) as [F | F]; auto.
        - apply (grows _ (all_good (S r) ltac:(lia))).
        - exfalso. apply Sr, neighbours. unfold full. lia. }
      unfold full in F1.
      pose proof (T_apart (x (S r)) (x (S (S r)))).
      pose proof (T_mono (x (S (S r))) (x (S i))). pose proof (rising_le (S (S r)) (S i)). lia.
  Qed.

  Variable G : N -> N.
  Hypothesis HG : is_grundy (remove_between h f) G.

  Lemma options_are n u :
    value_of (remove_between h f) G n u <-> exists m, A n <= m /\ m + h <= n /\ u = G m.
  Proof.
    unfold remove_between. rewrite value_interval. split; intros (m & L & E); exists m.
    - repeat split; auto; lia.
    - destruct E. split; auto. lia.
  Qed.

  Lemma first_values n : n < y + h -> G n = 0.
  Proof.
    intro L. apply (is_mex_unique _ (fun _ => False) _ _ (grundy_is_mex _ _ HG n)).
    - split; [easy | lia].
    - intro u. rewrite options_are. split; [| easy]. intros (m & B & C & _).
      pose proof (f_up n (y + h - 1)). pose proof (f_under n). lia.
  Qed.

  Theorem queue_of_runs k n : x k <= n < x (S k) -> G n = v k.
  Proof.
    revert k. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros k L.
    destruct (Nat.eq_dec k 0) as [-> | K0].
    { destruct Q as [(X0 & X1 & V0 & _) _]. rewrite V0. apply first_values. lia. }
    assert (one : (1 <= k)%nat) by lia. pose proof (all_good k one) as g.
    assert (Ln : y + h <= n).
    { pose proof (rising_le 1 k). destruct Q as [(_ & X1 & _) _]. lia. }
    assert (Fn : h <= f n) by (pose proof (f_up (y + h) n); lia).
    pose proof (f_under n) as Mn.
    assert (Ay : y <= A n) by (pose proof (A_up (y + h) n); lia).
    apply (is_mex_unique _ (fun u => exists m, A n <= m /\ m + h <= n /\ u = G m) _ _
             (grundy_is_mex _ _ HG n)); [| apply options_are].
    split.
    - intros (m & B & C & E). destruct (run_of m) as (i & Li); [lia |].
      rewrite (IH m) with (k := i) in E by (auto; lia).
      assert (Ik : (i <= k)%nat).
      { destruct (le_lt_dec i k); auto. pose proof (rising_le (S k) i). lia. }
      destruct (le_lt_dec (q k) i) as [D | D].
      + assert (i = k) by (apply (once _ g); auto; lia). subst i.
        pose proof (grows _ g). lia.
      + destruct (returned _ g i D) as [X _].
        assert (T (x (S i)) <= n) by (pose proof (returns_least i); lia).
        apply past in H. lia.
    - intros u Hu. pose proof (small _ g k). destruct (each _ g u) as (i & Li & Vi); [lia |].
      assert (i <> k) by (intros ->; lia).
      destruct (in_reach k n i one L) as [X Y]; [lia | lia |].
      exists (N.max (x i) (A n)).
      assert (An : A n < x (S i)).
      { apply N.lt_nge. intro C. apply past in C. lia. }
      repeat split; [lia | lia |]. symmetry. rewrite <- Vi. apply IH.
      + lia.
      + pose proof (rising i (S i)). lia.
  Qed.
End Queue.

(** * There are such runs *)

Section Exists.
  Variables (f B : N -> N).
  Hypothesis Hf : slow f.
  Hypothesis HB : forall z, z <= B z - f (B z).

  Fixpoint search (fuel : nat) (z n : N) : N :=
    match fuel with
    | O => n
    | S fuel => if z <=? n - f n then n else search fuel z (n + 1)
    end.

  Lemma search_spec fuel z n :
    (forall m, m < n -> m - f m < z) -> z <= n + N.of_nat fuel - f (n + N.of_nat fuel) ->
    let t := search fuel z n in z <= t - f t /\ forall m, m < t -> m - f m < z.
  Proof.
    revert n. induction fuel as [| fuel IH]; intros n Lo Hi; cbn [search].
    - rewrite N.add_0_r in Hi. auto.
    - destruct (N.leb_spec z (n - f n)) as [L | L]; [auto |]. apply IH.
      + intros m M. destruct (N.eq_dec m n) as [-> |]; auto. apply Lo. lia.
      + now replace (n + 1 + N.of_nat fuel) with (n + N.of_nat (S fuel)) by lia.
  Qed.

  Lemma first_past_exists : exists T, first_past f T.
  Proof.
    exists (fun z => search (N.to_nat (B z)) z 0). intros z n.
    destruct (search_spec (N.to_nat (B z)) z 0) as [X Y]; [lia | |].
    { now rewrite N2Nat.id, N.add_0_l. }
    set (t := search (N.to_nat (B z)) z 0) in *. destruct Hf as [f0 S]. split; intro H.
    - pose proof (A_mono f f0 S t n). lia.
    - destruct (N.le_gt_cases t n) as [| L]; auto. apply Y in L. lia.
  Qed.

  Definition put {A} (g : nat -> A) (i : nat) (a : A) (j : nat) : A :=
    if (j =? i)%nat then a else g j.

  Variables (T : N -> N) (h y : N).

  (** x up to k + 1, v and q up to k. *)
  Fixpoint prefix (k : nat) : (nat -> N) * (nat -> N) * (nat -> nat) :=
    match k with
    | O => (put (put (fun _ => 0) 0 y) 1 (y + h), fun _ => 0, fun _ => O)
    | S k =>
        let '(x, v, q) := prefix k in
        let again := x (S k) =? returns T h x (q k) in
        let q' := if again then S (q k) else q k in
        (put x (S (S k)) (N.min (x (S k) + h) (returns T h x q')),
         put v (S k) (if again then v (q k) else N.of_nat (S k - q k)),
         put q (S k) q')
    end.

  Definition starts k := fst (fst (prefix k)) k.
  Definition values k := snd (fst (prefix k)) k.
  Definition passed k := snd (prefix k) k.

  Lemma prefix_later k d :
    (forall i, (i <= S k)%nat -> fst (fst (prefix (k + d))) i = fst (fst (prefix k)) i) /\
    (forall i, (i <= k)%nat -> snd (fst (prefix (k + d))) i = snd (fst (prefix k)) i) /\
    (forall i, (i <= k)%nat -> snd (prefix (k + d)) i = snd (prefix k) i).
  Proof.
    induction d as [| d (X & V & Q)]; [now rewrite Nat.add_0_r |].
    rewrite Nat.add_succ_r. cbn [prefix].
    destruct (prefix (k + d)) as [[x v] q]. cbn [fst snd] in *. unfold put. repeat split; intros i L.
    - destruct (Nat.eqb_spec i (S (S (k + d)))); [lia | auto].
    - destruct (Nat.eqb_spec i (S (k + d))); [lia | auto].
    - destruct (Nat.eqb_spec i (S (k + d))); [lia | auto].
  Qed.

  Lemma starts_are k i : (i <= S k)%nat -> fst (fst (prefix k)) i = starts i.
  Proof.
    intro L. unfold starts. destruct (Nat.eq_dec i (S k)) as [-> | D].
    - destruct (prefix_later k 1) as (X & _). rewrite Nat.add_1_r in X. symmetry. now apply X.
    - destruct (prefix_later i (k - i)) as (X & _).
      replace (i + (k - i))%nat with k in X by lia. apply X. lia.
  Qed.

  Lemma values_are k i : (i <= k)%nat -> snd (fst (prefix k)) i = values i.
  Proof.
    intro L. destruct (prefix_later i (k - i)) as (_ & V & _).
    replace (i + (k - i))%nat with k in V by lia. apply V. lia.
  Qed.

  Lemma passed_are k i : (i <= k)%nat -> snd (prefix k) i = passed i.
  Proof.
    intro L. destruct (prefix_later i (k - i)) as (_ & _ & V).
    replace (i + (k - i))%nat with k in V by lia. apply V. lia.
  Qed.

  Hypothesis far : y + h < T (y + h).

  Lemma passed_step k :
    let again := starts (S k) =? returns T h starts (passed k) in
    (S (passed k) <= S k)%nat ->
    passed (S k) = (if again then S (passed k) else passed k) /\
    values (S k) = (if again then values (passed k) else N.of_nat (S k - passed k)) /\
    starts (S (S k)) =
      N.min (starts (S k) + h) (returns T h (fst (fst (prefix k))) (passed (S k))).
  Proof.
    intros again L.
    pose proof (starts_are k) as X. pose proof (values_are k) as V. pose proof (passed_are k) as Q.
    rewrite <- (starts_are (S k) (S (S k))) by lia.
    rewrite <- (values_are (S k) (S k)), <- (passed_are (S k) (S k)) by lia. cbn [prefix].
    destruct (prefix k) as [[x v] q]. cbn [fst snd] in *.
    rewrite (Q k), (X (S k)), (V (passed k)) by lia.
    assert (E : (starts (S k) =? returns T h x (passed k)) = again).
    { unfold again, returns. now rewrite !X by lia. }
    rewrite E. unfold put. rewrite !Nat.eqb_refl. auto.
  Qed.

  Lemma passed_small k : (passed (S k) <= k)%nat.
  Proof.
    induction k as [| k IH].
    - destruct (passed_step 0) as (E & _); [cbn; lia |]. rewrite E.
      change (passed 0) with O.
      destruct (N.eqb_spec (starts 1) (returns T h starts 0)) as [X | _]; [| lia].
      unfold returns in X. change (starts 1) with (y + h) in X. lia.
    - destruct (passed_step (S k)) as (E & _); [lia |]. rewrite E.
      destruct (_ =? _); lia.
  Qed.

  Lemma queue_exists : queue T h y starts values passed.
  Proof.
    split; [repeat split |]. intro k.
    assert (L : (passed k <= k)%nat).
    { destruct k; [cbn; lia |]. pose proof (passed_small k). lia. }
    destruct (passed_step k) as (Eq & Ev & Ex); [lia |]. rewrite <- Eq, <- Ev.
    repeat split. rewrite Ex. unfold returns. pose proof (passed_small k).
    now rewrite !starts_are by lia.
  Qed.
End Exists.

(** * The law for an end that steps by 0 or 1 and grows more slowly than n *)

(** n - f(n) grows beyond every bound. *)
Definition apart (f : N -> N) : Prop := exists B : N -> N, forall z, z <= B z - f (B z).

Lemma apart_below f g : (forall n, f n <= g n) -> apart g -> apart f.
Proof. intros H [B HB]. exists B. intro z. specialize (H (B z)). specialize (HB z). lia. Qed.

Lemma apart_floor a b c : (a <? c) = true -> apart (fun n => N.min ((a * n + b) / c) n).
Proof.
  intro H. apply N.ltb_lt in H. exists (fun z => c * z + b). intro z.
  assert ((a * (c * z + b) + b) / c <= c * z + b - z); [| nia].
  apply N.div_le_upper_bound; [lia |]. rewrite N.mul_sub_distr_l. nia.
Qed.

Lemma apart_less a b c : (a <? c) = true -> apart (fun n => N.min ((a * n - b) / c) n).
Proof.
  intro H. apply (apart_below _ (fun n => N.min ((a * n + 0) / c) n)); [| now apply apart_floor].
  intro n. apply N.ltb_lt in H.
  assert ((a * n - b) / c <= (a * n + 0) / c) by (apply N.div_le_mono; lia). lia.
Qed.

Lemma apart_root a b k : apart (fun n => N.min (N.sqrt (a * n + b) + k) n).
Proof.
  exists (fun z => (z + k + a + b + 2) * (z + k + a + b + 2)). intro z.
  set (m := z + k + a + b + 2).
  assert (N.sqrt (a * (m * m) + b) <= (a + b) * m).
  { rewrite <- (N.sqrt_square ((a + b) * m)). apply N.sqrt_le_mono.
    assert (1 <= m * m) by nia. assert (a + b <= (a + b) * (a + b)) by nia. nia. }
  assert ((a + b) * m + k + z <= m * m) by nia. lia.
Qed.

Lemma apart_root_less a b k : apart (fun n => N.min (N.sqrt (a * n + b) - k) n).
Proof.
  apply (apart_below _ (fun n => N.min (N.sqrt (a * n + b) + 0) n)); [intro; lia |].
  apply apart_root.
Qed.

(** Run 0 begins at y: f(y + h) = h, and f is less below. *)
Definition check_queue (f : N -> N) (h y : N) : bool :=
  (1 <=? h) && (f (y + h) =? h) && (f (y + h - 1) <? h).

Theorem queue_of_runs_law f h y :
  slow f -> apart f -> check_queue f h y = true ->
  forall G, is_grundy (remove_between h f) G -> queue_law f h y G.
Proof.
  intros Hf [B HB] C G HG. unfold check_queue in C. apply andb_prop in C as [C Y'].
  apply andb_prop in C as [H Y]. apply N.leb_le in H. apply N.eqb_eq in Y. apply N.ltb_lt in Y'.
  destruct (first_past_exists f B Hf HB) as [T HT]. destruct Hf as [f0 S].
  assert (Q : queue T h y (starts T h y) (values T h y) (passed T h y)).
  { apply queue_exists. apply (T_far f T h y f0 S HT); auto; lia. }
  exists T, (starts T h y), (values T h y), (passed T h y). split; auto. split; auto. repeat split.
  - intro k. eapply rising; eauto.
  - intros n L. eapply (first_values f h y f0 S); eauto. lia.
  - intros k n L. eapply (queue_of_runs f T h y); eauto.
Qed.

Lemma remove_between_exists h f :
  (1 <=? h) = true -> is_grundy (remove_between h f) (grundy (remove_between h f)).
Proof. intro H. apply N.leb_le in H. apply grundy_exists, interval_wf. intro n. lia. Qed.
