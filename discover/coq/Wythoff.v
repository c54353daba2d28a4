(** Wythoff's pairs, and Fraenkel's: any number from one coordinate, or k and l from the two with
    |k - l| < r (discover/boards/theorems/wythoff_pairs.py).

    alpha = (2 - r + sqrt(r^2 + 4))/2 never appears: k < n alpha says that the quadratic form
    [form k n] is negative, and it is 0 for no k, n >= 1, since r^2 + 4 is no square. *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Boards Nimhoff.
Import ListNotations.
Local Open Scope Z_scope.

Section Pairs.
  Variable r : Z.
  Hypothesis R : 1 <= r.

  Definition form (k n : Z) : Z := k * k + (r - 2) * k * n - r * n * n.
  Definition root (n : Z) : Z := Z.sqrt ((r * r + 4) * (n * n)).
  Definition low (n : Z) : Z := (root n - (r - 2) * n) / 2.

  Lemma between : exists f, 1 <= f /\ f * f < r * r + 4 < (f + 1) * (f + 1).
  Proof.
    destruct (Z.eq_dec r 1) as [-> | N]; [exists 2; lia |]. exists r. nia.
  Qed.

  (** Infinite descent. *)
  Lemma no_root n u : 1 <= n -> 0 <= u -> u * u <> (r * r + 4) * (n * n).
  Proof.
    destruct between as (f & F1 & F2 & F3). set (D := r * r + 4) in *.
    assert (H : forall k n u, (Z.to_nat n < k)%nat -> 1 <= n -> 0 <= u -> u * u <> D * (n * n)).
    { induction k as [| k IH]; intros n' u' L N U E; [lia |].
      assert (A : f * n' < u') by nia. assert (B : u' < (f + 1) * n') by nia.
      apply (IH (u' - f * n') (D * n' - f * u')); [lia | lia | nia |].
      assert (Q : (D * n' - f * u') * (D * n' - f * u') - D * ((u' - f * n') * (u' - f * n')) =
                  (D - f * f) * (D * (n' * n') - u' * u')) by ring.
      rewrite E in Q. rewrite Z.sub_diag, Z.mul_0_r in Q. lia. }
    apply (H (S (Z.to_nat n))). lia.
  Qed.

  Lemma form_not_zero k n : 1 <= n -> form k n <> 0.
  Proof.
    intros N E. apply (no_root n (Z.abs (2 * k + (r - 2) * n)) N); [lia |].
    rewrite <- Z.abs_mul, Z.abs_eq by apply Z.square_nonneg. unfold form in E.
    transitivity ((r * r + 4) * (n * n) + 4 * (k * k + (r - 2) * k * n - r * n * n)); [ring | lia].
  Qed.

  Lemma root_spec n : 0 <= root n /\ root n * root n <= (r * r + 4) * (n * n) < (root n + 1) * (root n + 1).
  Proof.
    unfold root. split; [apply Z.sqrt_nonneg |]. apply Z.sqrt_spec. nia.
  Qed.

  Lemma low_spec n : 2 * low n <= root n - (r - 2) * n < 2 * low n + 2.
  Proof.
    unfold low. pose proof (Z.div_mod (root n - (r - 2) * n) 2 ltac:(lia)).
    pose proof (Z.mod_pos_bound (root n - (r - 2) * n) 2 ltac:(lia)). lia.
  Qed.

  Lemma below k n : 0 <= k -> 1 <= n -> (k <= low n <-> form k n < 0).
  Proof.
    intros K N. destruct (root_spec n) as [S0 [S1 S2]]. pose proof (low_spec n) as L.
    pose proof (form_not_zero k n N) as NZ.
    set (u := 2 * k + (r - 2) * n). set (s := root n) in *.
    assert (Q : 4 * form k n = u * u - (r * r + 4) * (n * n)) by (unfold form, u; ring).
    assert (E : k <= low n <-> u <= s) by (unfold u; lia).
    rewrite E. clear E L. clearbody s. split.
    - intro US. destruct (Z.le_gt_cases 0 u) as [P | P].
      + assert (u * u <= s * s) by nia. lia.
      + assert (r = 1) by (unfold u in P; nia). unfold u in P. unfold form.
        clear Q. replace r with 1 in * by lia. nia.
    - intro F. destruct (Z.le_gt_cases u s) as [P | P]; auto. exfalso.
      assert ((s + 1) * (s + 1) <= u * u) by nia. lia.
  Qed.

  Lemma low_0 : low 0 = 0.
  Proof. unfold low, root. rewrite !Z.mul_0_r. reflexivity. Qed.

  Lemma low_at_least n : 0 <= n -> n <= low n.
  Proof.
    intro N. destruct (Z.eq_dec n 0) as [-> | NZ]; [now rewrite low_0 |].
    apply below; [lia | lia |]. unfold form. nia.
  Qed.

  Lemma low_step n : 0 <= n -> low n < low (n + 1).
  Proof.
    intro N. pose proof (low_spec n). pose proof (low_spec (n + 1)).
    destruct (root_spec n) as [S0 [S1 S2]].
    assert (T : root n + r <= root (n + 1)); [| lia].
    unfold root at 2. apply Z.sqrt_le_square; [nia | lia |].
    set (s := root n) in *. clearbody s.
    assert (r * s <= (r * r + 4) * n).
    { apply Z.square_le_simpl_nonneg; [nia |].
      replace (r * s * (r * s)) with (r * r * (s * s)) by ring.
      replace ((r * r + 4) * n * ((r * r + 4) * n)) with ((r * r + 4) * ((r * r + 4) * (n * n))) by ring.
      apply Z.mul_le_mono_nonneg; nia. }
    nia.
  Qed.

  Lemma low_increases n m : 0 <= n -> n < m -> low n < low m.
  Proof.
    intros N L. replace m with (n + 1 + Z.of_nat (Z.to_nat (m - n - 1))) by lia.
    generalize (Z.to_nat (m - n - 1)). intro k. induction k as [| k IH].
    - rewrite Z.add_0_r. now apply low_step.
    - pose proof (low_step (n + 1 + Z.of_nat k) ltac:(lia)).
      replace (n + 1 + Z.of_nat (S k)) with (n + 1 + Z.of_nat k + 1) by lia. lia.
  Qed.

  Lemma low_bracket x : 0 <= x -> exists n, 0 <= n /\ low n <= x < low (n + 1).
  Proof.
    revert x. apply natlike_ind.
    - exists 0. rewrite low_0. pose proof (low_step 0 ltac:(lia)). rewrite low_0 in H. lia.
    - intros x X (n & N & L). destruct (Z.lt_ge_cases (Z.succ x) (low (n + 1))).
      + exists n. lia.
      + exists (n + 1). pose proof (low_step (n + 1) ltac:(lia)). lia.
  Qed.

  Definition high (n : Z) : Z := low n + r * n.

  Lemma form_mirror x n : form (x - r * (x - n)) (x - n) = - form x n.
  Proof. unfold form. ring. Qed.

  (** Every number from 1 on is in one of the two sequences, ... *)
  Lemma covered x : 1 <= x -> exists n, 1 <= n /\ (x = low n \/ x = high n).
  Proof.
    intro X. destruct (low_bracket x) as (n & N & L1 & L2); [lia |].
    destruct (Z.eq_dec (low n) x) as [E | NE].
    - exists n. split; [| now left]. destruct (Z.eq_dec n 0) as [-> | ?]; [rewrite low_0 in E |]; lia.
    - pose proof (low_at_least n N) as LN. set (m := x - n).
      assert (F1 : 0 < form x n).
      { destruct (Z.eq_dec n 0) as [-> | NZ]; [unfold form; nia |].
        pose proof (form_not_zero x n ltac:(lia)). pose proof (below x n ltac:(lia) ltac:(lia)). lia. }
      assert (F2 : form (x + 1) (n + 1) < 0) by (apply below; lia).
      pose proof (form_mirror x n) as M1. pose proof (form_mirror (x + 1) (n + 1)) as M2.
      replace (x + 1 - (n + 1)) with m in M2 by (unfold m; lia). fold m in M1.
      set (z := x - r * m) in *. replace (x + 1 - r * m) with (z + 1) in M2 by (unfold z; lia).
      assert (Z : 0 <= z).
      { destruct (Z.le_gt_cases 0 z) as [P | P]; auto. exfalso.
        assert (I : (z + 1) * form z m - z * form (z + 1) m = - (z * (z + 1) + r * m * m))
          by (unfold form; ring).
        assert (0 <= (z + 1) * form z m) by nia. assert (z * form (z + 1) m < 0) by nia.
        assert (0 <= z * (z + 1)) by nia. assert (0 <= r * m * m) by nia. lia. }
      exists m. split; [unfold m; lia |]. right. unfold high.
      assert (z <= low m) by (apply below; unfold m in *; lia).
      assert (~ z + 1 <= low m) by (rewrite below; unfold m in *; lia).
      unfold z in *. lia.
  Qed.

  (** ... and not in both. *)
  Lemma apart n m : 1 <= n -> 1 <= m -> low n <> high m.
  Proof.
    intros N M E. unfold high in E. pose proof (low_at_least m ltac:(lia)) as LM.
    set (x := low n) in *. set (n' := x - m).
    assert (N' : 0 <= n') by (unfold n'; nia).
    assert (EM : m = x - n') by (unfold n'; lia).
    pose proof (form_mirror x n') as M1. pose proof (form_mirror (x + 1) (n' + 1)) as M2.
    replace (x + 1 - (n' + 1)) with m in M2 by lia. rewrite <- EM in M1.
    replace (x - r * m) with (low m) in M1 by lia. replace (x + 1 - r * m) with (low m + 1) in M2 by lia.
    assert (F1 : form (low m) m < 0) by (apply below; lia).
    assert (F2 : 0 < form (low m + 1) m).
    { pose proof (form_not_zero (low m + 1) m M). pose proof (below (low m + 1) m ltac:(lia) M). lia. }
    assert (A : n' < n).
    { destruct (Z.lt_ge_cases n' n) as [P | P]; auto. exfalso.
      assert (x <= low n').
      { destruct (Z.eq_dec n n') as [<- | NE]; [unfold x; lia |].
        pose proof (low_increases n n' ltac:(lia) ltac:(lia)). unfold x. lia. }
      apply below in H; [lia | unfold x; lia | lia]. }
    assert (B : x + 1 <= low (n' + 1)) by (apply below; lia).
    assert (C : low (n' + 1) <= low n).
    { destruct (Z.eq_dec n (n' + 1)) as [<- | NE]; [lia |].
      pose proof (low_increases (n' + 1) n ltac:(lia) ltac:(lia)). lia. }
    unfold x in B. lia.
  Qed.

  Definition in_pair (x n : Z) : Prop := x = low n \/ x = high n.

  Lemma high_increases n m : 0 <= n -> n < m -> high n < high m.
  Proof. intros N L. pose proof (low_increases n m N L). unfold high. nia. Qed.

  Lemma in_one_pair x n m : 0 <= n -> 0 <= m -> in_pair x n -> in_pair x m -> n = m.
  Proof.
    intros N M A B.
    assert (Z : forall k, 0 <= k -> in_pair 0 k -> k = 0).
    { intros k K [E | E]; pose proof (low_at_least k K); [lia |]. unfold high in E. nia. }
    assert (I : forall k, in_pair x k -> k = 0 -> x = 0).
    { intros k [E | E] ->; unfold high in E; rewrite low_0 in E; lia. }
    destruct (Z.eq_dec n 0) as [-> | N0].
    { rewrite (I 0 A eq_refl) in B. symmetry. now apply Z. }
    destruct (Z.eq_dec m 0) as [-> | M0].
    { rewrite (I 0 B eq_refl) in A. now apply Z. }
    destruct A as [A | A], B as [B | B].
    - destruct (Z.lt_trichotomy n m) as [L | [L | L]]; auto; apply low_increases in L; lia.
    - exfalso. apply (apart n m); lia.
    - exfalso. apply (apart m n); lia.
    - destruct (Z.lt_trichotomy n m) as [L | [L | L]]; auto; apply high_increases in L; lia.
  Qed.
End Pairs.

(** * The game *)

(** |k - l| < r for k from the one coordinate and l from the other. *)
Definition wythoff (r : N) : list part :=
  rook ++ [Ray 1 1 1 1] ++
  map (fun d => Ray 0 (Z.of_N d) 1 1) (upto (N.to_nat (r - 1)) 1) ++
  map (fun d => Ray (Z.of_N d) 0 1 1) (upto (N.to_nat (r - 1)) 1).

Lemma wythoff_lowers r : parts_lower (wythoff r) = true.
Proof.
  unfold parts_lower, wythoff. apply forallb_forall. intros p I. rewrite !in_app_iff in I.
  destruct I as [[<- | [<- | []]] | [[<- | []] | [I | I]]]; try reflexivity;
    apply in_map_iff in I as (d & <- & I); apply In_upto in I; cbn [part_lowers];
    apply andb_true_iff; rewrite !Z.ltb_lt; lia.
Qed.

Lemma In_wythoff r X Y :
  (1 <= r)%N ->
  (In Y (steps (wythoff r) X) <->
   In Y (steps rook X) \/
   exists k l, 1 <= k /\ 1 <= l /\ Z.abs (k - l) < Z.of_N r /\ leads X Y k l).
Proof.
  intro R. rewrite In_steps by apply wythoff_lowers. rewrite In_steps by reflexivity.
  unfold wythoff. split.
  - intros (p & i & j & I & T & L). rewrite !in_app_iff in I.
    destruct I as [I | [[<- | []] | [I | I]]].
    + left. exists p, i, j. auto.
    + right. destruct T as (t & T & -> & ->). exists (1 + 1 * t), (1 + 1 * t). repeat split; try lia; apply L.
    + apply in_map_iff in I as (d & <- & I). apply In_upto in I. destruct T as (t & T & -> & ->).
      destruct (Z.eq_dec t 0) as [-> | NZ].
      * left. exists (Ray 0 1 0 1), 0, (Z.of_N d). split; [cbn; auto |]. split; [| unfold leads in *; lia].
        exists (Z.of_N d - 1). lia.
      * right. exists (0 + 1 * t), (Z.of_N d + 1 * t). repeat split; try lia; apply L.
    + apply in_map_iff in I as (d & <- & I). apply In_upto in I. destruct T as (t & T & -> & ->).
      destruct (Z.eq_dec t 0) as [-> | NZ].
      * left. exists (Ray 1 0 1 0), (Z.of_N d), 0. split; [cbn; auto |]. split; [| unfold leads in *; lia].
        exists (Z.of_N d - 1). lia.
      * right. exists (Z.of_N d + 1 * t), (0 + 1 * t). repeat split; try lia; apply L.
  - intros [(p & i & j & I & T & L) | (k & l & K & L & D & M)].
    + exists p, i, j. rewrite in_app_iff. auto.
    + destruct (Z.lt_trichotomy k l) as [C | [C | C]].
      * exists (Ray 0 (l - k) 1 1), k, l. rewrite !in_app_iff. repeat split; try apply M.
        -- right. right. left. apply in_map_iff. exists (Z.to_N (l - k)). split; [f_equal; lia |].
           apply In_upto. lia.
        -- exists k. lia.
      * exists (Ray 1 1 1 1), k, l. rewrite !in_app_iff. repeat split; try apply M.
        -- right. left. now left.
        -- exists (k - 1). lia.
      * exists (Ray (k - l) 0 1 1), k, l. rewrite !in_app_iff. repeat split; try apply M.
        -- right. right. right. apply in_map_iff. exists (Z.to_N (k - l)). split; [f_equal; lia |].
           apply In_upto. lia.
        -- exists l. lia.
Qed.

(** floor(n alpha), without alpha, and floor(n (alpha + r)). *)
Definition lower (r n : N) : N := ((2 * n + N.sqrt ((r * r + 4) * (n * n)) - r * n) / 2)%N.
Definition upper (r n : N) : N := (lower r n + r * n)%N.

Definition is_pair (r : N) (X : square) : Prop :=
  exists n, X = (lower r n, upper r n) \/ X = (upper r n, lower r n).

Lemma lower_low r n : (1 <= r)%N -> Z.of_N (lower r n) = low (Z.of_N r) (Z.of_N n).
Proof.
  intro R. unfold lower, low. rewrite N2Z.inj_div.
  assert (E : Z.of_N (N.sqrt ((r * r + 4) * (n * n))) = root (Z.of_N r) (Z.of_N n)).
  { unfold root. symmetry. apply Z.sqrt_unique.
    pose proof (N.sqrt_spec' ((r * r + 4) * (n * n))) as S. unfold Z.succ. nia. }
  destruct (root_spec (Z.of_N r) ltac:(lia) (Z.of_N n)) as [S0 [S1 S2]].
  f_equal. rewrite <- E in *. rewrite N2Z.inj_sub; [lia |].
  assert (r * n <= N.sqrt ((r * r + 4) * (n * n)))%N; [| lia].
  apply N.sqrt_le_square. nia.
Qed.

Lemma upper_high r n : (1 <= r)%N -> Z.of_N (upper r n) = high (Z.of_N r) (Z.of_N n).
Proof. intro R. unfold upper, high. rewrite <- (lower_low r n R). lia. Qed.

Lemma pair_cases r x y :
  (1 <= r)%N ->
  (is_pair r (x, y) <-> exists n, 0 <= n /\
    ((Z.of_N x = low (Z.of_N r) n /\ Z.of_N y = high (Z.of_N r) n) \/
     (Z.of_N x = high (Z.of_N r) n /\ Z.of_N y = low (Z.of_N r) n))).
Proof.
  intro R. split.
  - intros (n & E). exists (Z.of_N n). rewrite <- (lower_low r n R), <- (upper_high r n R).
    split; [lia |]. destruct E as [E | E]; injection E as -> ->; auto.
  - intros (n & N & E). exists (Z.to_N n). pose proof (lower_low r (Z.to_N n) R) as A.
    pose proof (upper_high r (Z.to_N n) R) as B. rewrite Z2N.id in A, B by lia.
    destruct E as [[E F] | [E F]]; [left | right]; f_equal; lia.
Qed.

Lemma pair_decided r X : (1 <= r)%N -> is_pair r X \/ ~ is_pair r X.
Proof.
  intro R. set (P := fun n => X = (lower r n, upper r n) \/ X = (upper r n, lower r n)).
  assert (D : forall n, P n \/ ~ P n).
  { intro n. unfold P. destruct X as [x y].
    destruct (N.eq_dec x (lower r n)), (N.eq_dec y (upper r n)), (N.eq_dec x (upper r n)),
      (N.eq_dec y (lower r n)); subst; auto; right; intros [E | E]; injection E; auto. }
  assert (B : forall k, (exists n, (n < k)%N /\ P n) \/ ~ exists n, (n < k)%N /\ P n).
  { induction k as [| k IH] using N.peano_ind.
    - right. intros (n & L & _). lia.
    - destruct IH as [(n & L & H) | IH]; [left; exists n; split; auto; lia |].
      destruct (D k) as [H | H]; [left; exists k; split; auto; lia |]. right. intros (n & L & Pn).
      destruct (N.eq_dec n k) as [-> | NE]; auto. apply IH. exists n. split; auto. lia. }
  destruct (B (size X + 1)%N) as [(n & _ & H) | H]; [left; now exists n |]. right. intros (n & E).
  apply H. exists n. split; [| exact E]. unfold size.
  pose proof (low_at_least (Z.of_N r) ltac:(lia) (Z.of_N n) ltac:(lia)).
  rewrite <- (lower_low r n R) in H0. destruct E as [-> | ->]; cbn [fst snd]; unfold upper; lia.
Qed.

Lemma pair_0 r : (1 <= r)%N -> is_pair r (0, 0)%N.
Proof.
  intro R. apply pair_cases; auto. exists 0. unfold high. rewrite low_0, Z.mul_0_r. split; [lia |].
  left. split; reflexivity.
Qed.

Lemma pair_swap r x y : is_pair r (x, y) -> is_pair r (y, x).
Proof. intros (n & [E | E]); exists n; injection E as -> ->; auto. Qed.

Lemma wythoff_swap r x y a b :
  (1 <= r)%N -> In (a, b) (steps (wythoff r) (x, y)) -> In (b, a) (steps (wythoff r) (y, x)).
Proof.
  intros R I. apply In_wythoff in I; auto. apply In_wythoff; auto. rewrite In_rook in *.
  unfold leads in *. cbn [fst snd] in *. destruct I as [I | (k & l & K & L & D & E)]; [left; lia |].
  right. exists l, k. lia.
Qed.

Lemma no_move_between_pairs r X Y :
  (1 <= r)%N -> is_pair r X -> In Y (steps (wythoff r) X) -> ~ is_pair r Y.
Proof.
  intros R P I Q. destruct X as [x y], Y as [a b]. apply pair_cases in P, Q; auto.
  destruct P as (n & N & P), Q as (m & M & Q). apply In_wythoff in I; auto. rewrite In_rook in I.
  unfold leads in I. cbn [fst snd] in I. set (z := Z.of_N r) in *. assert (RZ : 1 <= z) by lia.
  destruct I as [[[L E] | [E L]] | (k & l & K & L & D & E & F)].
  - subst b. assert (n = m); [| subst m; unfold high in *; lia].
    apply (in_one_pair z RZ (Z.of_N y)); auto; unfold in_pair; lia.
  - subst a. assert (n = m); [| subst m; unfold high in *; lia].
    apply (in_one_pair z RZ (Z.of_N x)); auto; unfold in_pair; lia.
  - assert (C : m < n).
    { destruct (Z.lt_ge_cases m n) as [C | C]; auto. exfalso.
      assert (low z n <= low z m /\ high z n <= high z m /\ low z n <= high z n).
      { unfold high. destruct (Z.eq_dec n m) as [-> | NE]; [nia |].
        pose proof (low_increases z RZ n m N ltac:(lia)). nia. }
      lia. }
    assert (z <= z * (n - m) /\ z * (n - m) <= z * (n + m)) by nia.
    unfold high in *. lia.
Qed.

Lemma move_to_a_pair r x y :
  (1 <= r)%N -> (x <= y)%N -> ~ is_pair r (x, y) ->
  exists Y, In Y (steps (wythoff r) (x, y)) /\ is_pair r Y.
Proof.
  intros R L NP. set (z := Z.of_N r). assert (RZ : 1 <= z) by (unfold z; lia).
  assert (ROOK : forall b, (b < y)%N -> In (x, b) (steps (wythoff r) (x, y))).
  { intros b B. apply In_wythoff; auto. left. apply In_rook. cbn. auto. }
  destruct (N.eq_dec x 0) as [-> | X].
  - exists (0, 0)%N. split.
    + apply ROOK. destruct (N.eq_dec y 0) as [-> | ?]; [| lia]. exfalso. apply NP. now apply pair_0.
    + now apply pair_0.
  - destruct (covered z RZ (Z.of_N x)) as (n & N & [E | E]); [lia | |].
    + destruct (Z.lt_trichotomy (Z.of_N y) (high z n)) as [C | [C | C]].
      * set (d := Z.of_N y - Z.of_N x). set (m := d / z).
        pose proof (Z.div_mod d z ltac:(lia)) as DM. pose proof (Z.mod_pos_bound d z ltac:(lia)) as MB.
        fold m in DM. assert (M0 : 0 <= m) by (apply Z.div_pos; unfold d; lia).
        assert (MN : m < n) by (unfold high in C; unfold d in *; nia).
        pose proof (low_increases z RZ m n M0 MN) as LI.
        pose proof (low_at_least z RZ m M0) as LM.
        exists (Z.to_N (low z m), Z.to_N (high z m)). split.
        -- apply In_wythoff; auto. right.
           exists (Z.of_N x - low z m), (Z.of_N y - high z m). unfold leads. cbn [fst snd].
           rewrite !Z2N.id by (unfold high; nia). unfold high, d in *. fold z. lia.
        -- apply pair_cases; auto. exists m. fold z. rewrite !Z2N.id by (unfold high; nia). auto.
      * exfalso. apply NP. apply pair_cases; auto. exists n. fold z. split; [lia |]. now left.
      * assert (H : 0 <= high z n) by (pose proof (low_at_least z RZ n ltac:(lia)); unfold high; nia).
        exists (x, Z.to_N (high z n)). split; [apply ROOK; lia |].
        apply pair_cases; auto. exists n. fold z. rewrite Z2N.id by lia. split; [lia |]. now left.
    + pose proof (low_at_least z RZ n ltac:(lia)) as LN.
      exists (x, Z.to_N (low z n)). split; [apply ROOK; unfold high in E; nia |].
      apply pair_cases; auto. exists n. fold z. rewrite Z2N.id by lia. split; [lia |]. now right.
Qed.

Theorem wythoff_law r :
  (1 <= r)%N -> forall G, is_board_grundy (steps (wythoff r)) G ->
  forall x y, G (x, y) = 0%N <->
    exists n, (x, y) = (lower r n, upper r n) \/ (x, y) = (upper r n, lower r n).
Proof.
  intros R G HG x y.
  apply (board_zeros _ (steps_end _ (wythoff_lowers r)) (is_pair r)); auto.
  - intro X. now apply pair_decided.
  - intros X Y. now apply no_move_between_pairs.
  - clear x y. intros [x y] NP. destruct (N.le_gt_cases x y) as [L | L].
    + now apply move_to_a_pair.
    + destruct (move_to_a_pair r y x R) as ([a b] & I & P); [lia | |].
      * intro P. now apply NP, pair_swap.
      * exists (b, a). split; [now apply wythoff_swap | now apply pair_swap].
Qed.

Lemma wythoff_symmetric r G :
  (1 <= r)%N -> is_board_grundy (steps (wythoff r)) G -> forall x y, G (x, y) = G (y, x).
Proof.
  intros R HG x y.
  apply (board_law _ (steps_end _ (wythoff_lowers r)) (fun X => G (snd X, fst X))); auto.
  clear x y. intros [x y]. cbn [fst snd].
  apply (is_mex_same (value_at (steps (wythoff r)) G (y, x))); [| now apply board_grundy_is_mex].
  intro v. split; intros ([a b] & I & ->); exists (b, a); cbn [fst snd]; split; auto;
    now apply wythoff_swap.
Qed.
