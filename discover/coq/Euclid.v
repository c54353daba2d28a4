(** Euclid's game with positive numbers (discover/boards/theorems/euclid.py); the P-positions of
    Euclid's game down to zero, and of Chomp with two rows
    (discover/boards/theorems/known_outcomes.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Boards Nimhoff Wythoff.
Import ListNotations.
Local Open Scope Z_scope.

(** v = floor(y/x - x/y), for 1 <= x <= y. *)
Definition val (x y v : Z) : Prop := v * (x * y) <= y * y - x * x < (v + 1) * (x * y).

Lemma val_unique x y v w : 1 <= x -> 1 <= y -> val x y v -> val x y w -> v = w.
Proof.
  unfold val. intros X Y [A B] [C D]. assert (0 < x * y) by nia.
  destruct (Z.lt_trichotomy v w) as [L | [L | L]]; auto; nia.
Qed.

Lemma val_high x s k : 1 <= x -> 0 <= s < x -> 1 <= k -> x * x <= (k * x + s) * s -> val x (k * x + s) k.
Proof. unfold val. nia. Qed.

Lemma val_low x s k : 1 <= x -> 0 <= s < x -> 1 <= k -> (k * x + s) * s < x * x -> val x (k * x + s) (k - 1).
Proof. unfold val. nia. Qed.

(** x^2 = s (m x + s) says that m^2 + 4 is a square of a rational number. *)
Lemma never_equal x s m : 1 <= s -> 1 <= m -> x * x <> s * (m * x + s).
Proof.
  intros S M E. apply (no_root m M s (Z.abs (2 * x - m * s)) S); [lia |].
  rewrite <- Z.abs_mul, Z.abs_eq by apply Z.square_nonneg.
  transitivity (4 * (x * x - s * (m * x + s)) + (m * m + 4) * (s * s)); [ring | rewrite E; ring].
Qed.

Lemma quotient_and_rest x y : 1 <= x -> x <= y -> exists k s, 1 <= k /\ 0 <= s < x /\ y = k * x + s.
Proof.
  intros X Y. exists (y / x), (y mod x). pose proof (Z.div_mod y x ltac:(lia)).
  pose proof (Z.mod_pos_bound y x ltac:(lia)). split; [| lia].
  apply Z.div_le_lower_bound; lia.
Qed.

Lemma other_value x y k g :
  1 <= x -> x <= y -> 1 <= k -> k * x < y -> val x y g ->
  (x <= y - k * x -> ~ val x (y - k * x) g) /\ (y - k * x < x -> ~ val (y - k * x) x g).
Proof.
  intros X Y K L V. split.
  - intros M W. set (y' := y - k * x) in *. assert (E : y = y' + k * x) by (unfold y'; lia).
    clearbody y'. unfold val in V, W. destruct V as [_ V], W as [W _].
    assert (A : y' * (y * y - x * x) < y' * ((g + 1) * (x * y))) by (apply Z.mul_lt_mono_pos_l; lia).
    assert (B : y * (g * (x * y')) <= y * (y' * y' - x * x)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (I : y' * (y * y - x * x) = y * (y' * y' - x * x) + k * x * (y * y' + x * x)) by (subst y; ring).
    assert (J : 1 * (x * (y * y')) <= k * (x * (y * y'))) by (apply Z.mul_le_mono_nonneg_r; nia).
    assert (0 <= k * x * (x * x)) by nia. lia.
  - intros M W. set (s := y - k * x) in *. assert (E : y = k * x + s) by (unfold s; lia).
    assert (S : 1 <= s) by (unfold s; lia). clearbody s. subst y.
    destruct (Z.le_gt_cases (x * x) ((k * x + s) * s)) as [H | H].
    + assert (g = k) by (apply (val_unique x (k * x + s)); [lia | lia | exact V | apply val_high; lia]). subst g.
      apply (never_equal x s k S K). unfold val in W. nia.
    + assert (g = k - 1) by (apply (val_unique x (k * x + s)); [lia | lia | exact V | apply val_low; lia]). subst g.
      unfold val in W. nia.
Qed.

Lemma smaller_reached x y g v :
  1 <= x -> x <= y -> val x y g -> 0 <= v -> v < g ->
  exists k, 1 <= k /\ k * x < y /\
    ((x <= y - k * x /\ val x (y - k * x) v) \/ (y - k * x < x /\ val (y - k * x) x v)).
Proof.
  intros X Y V V0 L. destruct (quotient_and_rest x y X Y) as (q & s & Q & S & ->).
  destruct (Z.le_gt_cases (x * x) ((q * x + s) * s)) as [H | H].
  - assert (g = q) by (apply (val_unique x (q * x + s)); [lia | lia | exact V | apply val_high; lia]). subst g.
    assert (S1 : 1 <= s) by nia.
    destruct (Z.le_gt_cases (x * x) ((v * x + s) * s)) as [T | T].
    + assert (V1 : 1 <= v) by nia. exists (q - v). split; [lia |]. split; [nia |]. left.
      replace (q * x + s - (q - v) * x) with (v * x + s) by ring. split; [nia |]. now apply val_high.
    + destruct (Z.lt_ge_cases (((v + 1) * x + s) * s) (x * x)) as [U | U].
      * assert (v + 1 <> q) by (intro; subst q; lia).
        exists (q - (v + 1)). split; [lia |]. split; [nia |]. left.
        replace (q * x + s - (q - (v + 1)) * x) with ((v + 1) * x + s) by ring. split; [nia |].
        replace v with (v + 1 - 1) at 2 by lia. apply val_low; auto; lia.
      * exists q. split; auto. replace (q * x + s - q * x) with s by ring. split; [lia |]. right.
        split; [lia |]. pose proof (never_equal x s (v + 1) S1 ltac:(lia)). unfold val. lia.
  - assert (g = q - 1) by (apply (val_unique x (q * x + s)); [lia | lia | exact V | apply val_low; lia]). subst g.
    exists (q - 1 - v). split; [lia |]. split; [nia |]. left.
    replace (q * x + s - (q - 1 - v) * x) with ((v + 1) * x + s) by ring. split; [nia |].
    replace v with (v + 1 - 1) at 2 by lia. apply val_low; auto; [lia |]. nia.
Qed.

(** * The game *)

Local Open Scope N_scope.

(** Subtract a multiple of one number from the other, which remains positive. *)
Definition euclid : board := fun X =>
  let (x, y) := X in
  if (x =? 0) || (y =? 0) then [] else
  map (fun k => (x - k * y, y)) (upto (N.to_nat ((x - 1) / y)) 1) ++
  map (fun k => (x, y - k * x)) (upto (N.to_nat ((y - 1) / x)) 1).

Lemma multiples_below k x y : 1 <= y -> (1 <= k < 1 + N.of_nat (N.to_nat ((x - 1) / y)) <-> 1 <= k /\ k * y < x).
Proof.
  intro Y. rewrite N2Nat.id. assert (NZ : y <> 0) by lia.
  assert (E : k <= (x - 1) / y <-> k * y <= x - 1).
  { split; intro H.
    - pose proof (N.mul_div_le (x - 1) y NZ). nia.
    - apply N.div_le_lower_bound; auto. lia. }
  nia.
Qed.

Lemma In_euclid x y Y :
  In Y (euclid (x, y)) <->
  1 <= x /\ 1 <= y /\
  ((exists k, 1 <= k /\ k * y < x /\ Y = (x - k * y, y)) \/
   (exists k, 1 <= k /\ k * x < y /\ Y = (x, y - k * x))).
Proof.
  unfold euclid. destruct (N.eqb_spec x 0) as [-> | X]; [cbn; lia |].
  destruct (N.eqb_spec y 0) as [-> | Y0]; cbn [orb]; [cbn; lia |].
  rewrite in_app_iff, !in_map_iff. split.
  - intros [(k & <- & I) | (k & <- & I)]; apply In_upto, multiples_below in I; try lia;
      (split; [lia | split; [lia |]]); [left | right]; exists k; intuition.
  - intros (_ & _ & [(k & A & B & ->) | (k & A & B & ->)]); [left | right]; exists k; split; auto;
      apply In_upto, multiples_below; auto; lia.
Qed.

Lemma euclid_lowers : lowers euclid.
Proof.
  intros [x y] Y I. apply In_euclid in I as (X & Y0 & [(k & A & B & ->) | (k & A & B & ->)]);
    unfold size; cbn [fst snd]; nia.
Qed.

Lemma euclid_exists : exists G, is_board_grundy euclid G.
Proof. apply board_exists, lowers_ends, euclid_lowers. Qed.

Definition euclid_value (x y : N) : N :=
  if (x =? 0) || (y =? 0) then 0
  else (N.max x y * N.max x y - N.min x y * N.min x y) / (x * y).

Lemma euclid_value_sym x y : euclid_value x y = euclid_value y x.
Proof. unfold euclid_value. now rewrite orb_comm, N.max_comm, N.min_comm, N.mul_comm with (n := x) (m := y). Qed.

Lemma euclid_val x y : 1 <= x -> x <= y -> val (Z.of_N x) (Z.of_N y) (Z.of_N (euclid_value x y)).
Proof.
  intros X L. unfold euclid_value, val. destruct (N.eqb_spec x 0), (N.eqb_spec y 0); try lia. cbn [orb].
  rewrite N.max_r, N.min_l by lia. assert (NZ : x * y <> 0) by nia.
  pose proof (N.div_mod (y * y - x * x) (x * y) NZ). pose proof (N.mod_lt (y * y - x * x) (x * y) NZ).
  set (d := (y * y - x * x) / (x * y)) in *. set (m := (y * y - x * x) mod (x * y)) in *.
  clearbody d m. assert (x * x <= y * y) by nia. nia.
Qed.

Lemma euclid_val_is x y v :
  1 <= x -> x <= y -> val (Z.of_N x) (Z.of_N y) (Z.of_N v) -> v = euclid_value x y.
Proof.
  intros X L V. apply N2Z.inj. apply (val_unique (Z.of_N x) (Z.of_N y)); auto; try lia.
  now apply euclid_val.
Qed.

Lemma euclid_mex x y :
  1 <= x -> x <= y -> is_mex (value_at euclid (fun X => euclid_value (fst X) (snd X)) (x, y)) (euclid_value x y).
Proof.
  intros X L. pose proof (euclid_val x y X L) as V. split.
  - intros (Y & I & E). apply In_euclid in I as (_ & Y0 & [(k & A & B & ->) | (k & A & B & ->)]).
    { exfalso. nia. }
    cbn [fst snd] in E.
    destruct (other_value (Z.of_N x) (Z.of_N y) (Z.of_N k) _ ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) V) as [C D].
    replace (Z.of_N y - Z.of_N k * Z.of_N x)%Z with (Z.of_N (y - k * x)) in C, D by lia.
    destruct (N.le_gt_cases x (y - k * x)) as [M | M].
    + apply C; [lia |]. rewrite E. now apply euclid_val.
    + apply D; [lia |]. rewrite E, euclid_value_sym. apply euclid_val; lia.
  - intros v H.
    destruct (smaller_reached (Z.of_N x) (Z.of_N y) _ (Z.of_N v) ltac:(lia) ltac:(lia) V ltac:(lia) ltac:(lia)) as (k & K & B & C).
    assert (EK : k = Z.of_N (Z.to_N k)) by lia. rewrite EK in B, C. set (n := Z.to_N k) in *.
    assert (N1 : 1 <= n) by lia.
    replace (Z.of_N y - Z.of_N n * Z.of_N x)%Z with (Z.of_N (y - n * x)) in C by lia.
    exists (x, y - n * x). split.
    + apply In_euclid. split; [lia |]. split; [lia |]. right. exists n. split; [lia |]. split; [lia | auto].
    + cbn [fst snd]. destruct C as [[M C] | [M C]].
      * apply euclid_val_is; auto; lia.
      * rewrite euclid_value_sym. apply euclid_val_is; auto; lia.
Qed.

Lemma euclid_grundy G :
  is_board_grundy euclid G -> forall x y, G (x, y) =
    euclid_value x y.
Proof.
  intros HG x y.
  apply (board_law _ (lowers_ends _ euclid_lowers) (fun X => euclid_value (fst X) (snd X))); auto.
  clear x y G HG. intros [x y]. cbn [fst snd].
  destruct (N.eq_dec x 0) as [-> | X]; [| destruct (N.eq_dec y 0) as [-> | Y0]].
  - split; [| intros u U; unfold euclid_value in U; cbn in U; lia].
    intros (Y & I & _). apply In_euclid in I. lia.
  - unfold euclid_value. rewrite orb_true_r. split; [| lia].
    intros (Y & I & _). apply In_euclid in I. lia.
  - destruct (N.le_gt_cases x y) as [L | L]; [apply euclid_mex; lia |].
    rewrite euclid_value_sym.
    apply (is_mex_same (value_at euclid (fun X => euclid_value (fst X) (snd X)) (y, x))); [| apply euclid_mex; lia].
    assert (S : forall a b Y, In Y (euclid (a, b)) -> In (snd Y, fst Y) (euclid (b, a))).
    { intros a b Y I. apply In_euclid in I as (A & B & [(k & C & D & ->) | (k & C & D & ->)]);
        apply In_euclid; cbn [fst snd]; (split; [lia | split; [lia |]]); [right | left]; exists k; auto. }
    intro v. split; intros (Y & I & ->); exists (snd Y, fst Y); cbn [fst snd];
      (split; [now apply S | apply euclid_value_sym]).
Qed.

Theorem euclid_law G :
  is_board_grundy euclid G -> forall x y, G (x, y) =
    if x * y =? 0 then 0 else (N.max x y * N.max x y - N.min x y * N.min x y) / (x * y).
Proof.
  intros HG x y. rewrite (euclid_grundy G HG). unfold euclid_value.
  destruct (N.eqb_spec x 0) as [-> |]; [reflexivity |].
  destruct (N.eqb_spec y 0) as [-> |]; [now rewrite N.mul_0_r |].
  destruct (N.eqb_spec (x * y) 0); [nia | reflexivity].
Qed.

(** * Chomp with two rows *)

Definition is_poisoned (X : square) : bool := (fst X =? 0) && (snd X =? 0).

(** From (x, y) to (a, min(a, y)), a < x, or to (x, b), b < y, but never to (0, 0). *)
Definition chomp : board := fun X =>
  let (x, y) := X in
  filter (fun Y => negb (is_poisoned Y))
    (map (fun a => (a, N.min a y)) (upto (N.to_nat x) 0) ++ map (fun b => (x, b)) (upto (N.to_nat y) 0)).

Lemma In_chomp x y u v :
  In (u, v) (chomp (x, y)) <->
  ((u < x /\ v = N.min u y) \/ (u = x /\ v < y)) /\ (u <> 0 \/ v <> 0).
Proof.
  unfold chomp. rewrite filter_In, in_app_iff, !in_map_iff.
  assert (P : negb (is_poisoned (u, v)) = true <-> u <> 0 \/ v <> 0).
  { unfold is_poisoned. cbn [fst snd]. destruct (N.eqb_spec u 0), (N.eqb_spec v 0); cbn; split; intros; try lia; try discriminate; reflexivity. }
  rewrite P. split; intros [H Q]; (split; [| exact Q]).
  - destruct H as [(a & E & I) | (b & E & I)]; apply In_upto in I; injection E as <- <-; lia.
  - destruct H as [[A ->] | [-> A]]; [left; exists u | right; exists v]; split; auto; apply In_upto; lia.
Qed.

Lemma chomp_lowers : lowers chomp.
Proof. intros [x y] [u v] I. apply In_chomp in I. unfold size. cbn [fst snd]. lia. Qed.

Lemma chomp_exists : exists G, is_board_grundy chomp G.
Proof. apply board_exists, lowers_ends, chomp_lowers. Qed.

Theorem chomp_law G :
  is_board_grundy chomp G ->
  forall x y, G (x, y) = 0 <-> x = y + 1 \/ (x = 0 /\ y <= 1).
Proof.
  intros HG x y.
  apply (board_zeros _ (lowers_ends _ chomp_lowers) (fun X => fst X = snd X + 1 \/ (fst X = 0 /\ snd X <= 1))); auto;
    clear x y G HG.
  - intros [x y]. cbn [fst snd]. lia.
  - intros [x y] [u v] S I. apply In_chomp in I. cbn [fst snd] in *. lia.
  - intros [x y] N. cbn [fst snd] in N. destruct (N.eq_dec x 0) as [-> | X].
    + exists (0, 1). cbn [fst snd]. rewrite In_chomp. lia.
    + destruct (N.le_gt_cases x y).
      * exists (x, x - 1). cbn [fst snd]. rewrite In_chomp. lia.
      * exists (y + 1, y). cbn [fst snd]. rewrite In_chomp. lia.
Qed.

(** * Euclid's game down to zero *)

(** Subtract multiples of the smaller number from the larger one, or from the first if they are
    equal, down to zero. *)
Definition euclid_to_zero : board := fun X =>
  let (x, y) := X in
  if (x =? 0) || (y =? 0) then [] else
  if y <=? x then map (fun k => (x - k * y, y)) (upto (N.to_nat (x / y)) 1)
  else map (fun k => (x, y - k * x)) (upto (N.to_nat (y / x)) 1).

(** Equal numbers have the move to (0, y), others one of two. *)
Lemma In_to_zero x y Y :
  In Y (euclid_to_zero (x, y)) <->
  1 <= x /\ 1 <= y /\
  ((y <= x /\ exists k, 1 <= k /\ k * y <= x /\ Y = (x - k * y, y)) \/
   (x < y /\ exists k, 1 <= k /\ k * x <= y /\ Y = (x, y - k * x))).
Proof.
  assert (E : forall k a b, b <> 0 -> (1 <= k < 1 + N.of_nat (N.to_nat (a / b)) <-> 1 <= k /\ k * b <= a)).
  { intros k a b B. rewrite N2Nat.id. assert (H : k <= a / b <-> k * b <= a).
    { split; intro H; [pose proof (N.mul_div_le a b B); nia | apply N.div_le_lower_bound; auto; lia]. }
    nia. }
  unfold euclid_to_zero. destruct (N.eqb_spec x 0) as [-> | X]; [cbn; lia |].
  destruct (N.eqb_spec y 0) as [-> | Y0]; cbn [orb]; [cbn; lia |].
  destruct (N.leb_spec y x) as [L | L]; rewrite in_map_iff; split.
  - intros (k & <- & I). apply In_upto, E in I; auto. split; [lia | split; [lia |]]. left. split; auto. exists k. intuition.
  - intros (_ & _ & [(_ & k & A & B & ->) | (A & _)]); [| lia]. exists k. split; auto. apply In_upto, E; auto.
  - intros (k & <- & I). apply In_upto, E in I; auto. split; [lia | split; [lia |]]. right. split; auto. exists k. intuition.
  - intros (_ & _ & [(A & _) | (_ & k & A & B & ->)]); [lia |]. exists k. split; auto. apply In_upto, E; auto.
Qed.

Lemma to_zero_lowers : lowers euclid_to_zero.
Proof.
  intros [x y] Y I. apply In_to_zero in I as (X & Y0 & [(L & k & A & B & ->) | (L & k & A & B & ->)]);
    unfold size; cbn [fst snd]; nia.
Qed.

Lemma to_zero_exists : exists G, is_board_grundy euclid_to_zero G.
Proof. apply board_exists, lowers_ends, to_zero_lowers. Qed.

(** A number is 0, or the larger one is less than (1 + sqrt 5)/2 times the smaller, and not equal. *)
Definition golden (x y : N) : Prop :=
  x = 0 \/ y = 0 \/ (x < y /\ y * y < x * y + x * x) \/ (y < x /\ x * x < x * y + y * y).

Lemma golden_swap x y : golden x y -> golden y x.
Proof. unfold golden. rewrite (N.mul_comm x y). lia. Qed.

Lemma to_zero_swap x y a b :
  x <> y -> In (a, b) (euclid_to_zero (x, y)) -> In (b, a) (euclid_to_zero (y, x)).
Proof.
  intros D I. apply In_to_zero in I as (X & Y & I). apply In_to_zero. split; [lia | split; [lia |]].
  destruct I as [(L & k & A & B & E) | (L & k & A & B & E)]; injection E as -> ->; [right | left];
    (split; [lia |]); exists k; auto.
Qed.

Lemma golden_left x y Y : x < y -> golden x y -> In Y (euclid_to_zero (x, y)) -> ~ golden (fst Y) (snd Y).
Proof.
  intros L S I Q. apply In_to_zero in I as (X & Y0 & [(A & _) | (_ & k & A & B & ->)]); [lia |].
  destruct S as [S | [S | [[_ S] | [S _]]]]; try lia.
  assert (k = 1).
  { destruct (N.eq_dec k 1) as [E | E]; auto. exfalso. assert (2 * x <= y) by nia. nia. }
  subst k. rewrite N.mul_1_l in *. cbn [fst snd] in Q. set (u := y - x) in *.
  assert (y = x + u) by (unfold u; lia). clearbody u. subst y. unfold golden in Q.
  assert (u < x) by nia. destruct Q as [Q | [Q | [[Q _] | [_ Q]]]]; lia.
Qed.

Lemma golden_reached x y :
  1 <= x -> x < y -> ~ golden x y -> exists Y, In Y (euclid_to_zero (x, y)) /\ golden (fst Y) (snd Y).
Proof.
  intros X L N. assert (F : x * y + x * x <= y * y).
  { destruct (N.le_gt_cases (x * y + x * x) (y * y)); auto. exfalso. apply N. right. right. left. auto. }
  clear N. destruct (quotient_and_rest (Z.of_N x) (Z.of_N y)) as (q & s & Q & S & E); [lia | lia |].
  assert (MOVE : forall k, 1 <= k -> k * x <= y -> In (x, y - k * x) (euclid_to_zero (x, y))).
  { intros k A B. apply In_to_zero. split; auto. split; [lia |]. right. split; auto. exists k. auto. }
  set (k := Z.to_N q). set (r := Z.to_N s). assert (EY : y = k * x + r) by (unfold k, r; nia).
  assert (K : 1 <= k) by (unfold k; lia). assert (R : r < x) by (unfold r; lia).
  assert (NE : 1 <= r -> x * x <> r * (x + r)).
  { intros R1 C. apply (never_equal (Z.of_N x) (Z.of_N r) 1); [lia | lia |]. nia. }
  clearbody k r. clear q s Q S E.
  destruct (N.eq_dec r 0) as [-> | R0].
  - exists (x, y - k * x). split; [apply MOVE; lia |]. cbn [fst snd]. right. left. lia.
  - destruct (N.le_gt_cases (x * r + r * r) (x * x)) as [C | C].
    + destruct (N.eq_dec k 1) as [-> | K1].
      * exfalso. apply NE; [lia |]. subst y. nia.
      * exists (x, y - (k - 1) * x). split; [apply MOVE; [lia | nia] |]. cbn [fst snd].
        replace (y - (k - 1) * x) with (x + r) by nia. right. right. left. split; [lia |].
        specialize (NE ltac:(lia)). nia.
    + exists (x, y - k * x). split; [apply MOVE; lia |]. cbn [fst snd].
      replace (y - k * x) with r by lia. right. right. right. split; auto.
Qed.

Theorem to_zero_law G :
  is_board_grundy euclid_to_zero G ->
  forall x y, G (x, y) = 0 <->
    x = 0 \/ y = 0 \/ (x < y /\ y * y < x * y + x * x) \/ (y < x /\ x * x < x * y + y * y).
Proof.
  intros HG x y.
  apply (board_zeros _ (lowers_ends _ to_zero_lowers) (fun X => golden (fst X) (snd X))); auto;
    clear x y G HG.
  - intros [x y]. cbn [fst snd]. unfold golden.
    destruct (N.lt_ge_cases (y * y) (x * y + x * x)), (N.lt_ge_cases (x * x) (x * y + y * y)); lia.
  - intros [x y] [a b] S I. cbn [fst snd] in *. destruct (N.lt_trichotomy x y) as [L | [<- | L]].
    + now apply (golden_left x y (a, b)).
    + apply In_to_zero in I. unfold golden in S. lia.
    + intro Q. apply (golden_left y x (b, a) L).
      * now apply golden_swap.
      * apply to_zero_swap; auto. lia.
      * now apply golden_swap.
  - intros [x y] N. cbn [fst snd] in N.
    assert (P : 1 <= x /\ 1 <= y) by (unfold golden in N; lia). destruct P as [X Y].
    destruct (N.lt_trichotomy x y) as [L | [<- | L]].
    + now apply golden_reached.
    + exists (x - 1 * x, x). split; [| cbn [fst snd]; left; lia]. apply In_to_zero. split; auto. split; auto.
      left. split; [lia |]. exists 1. repeat split; lia.
    + destruct (golden_reached y x Y L) as ([a b] & I & Q).
      * intro Q. now apply N, golden_swap.
      * exists (b, a). cbn [fst snd] in *. split; [apply to_zero_swap; auto; lia | now apply golden_swap].
Qed.

(** The same where a multiple of either number may be subtracted from the other: equal numbers have
    one move more. *)
Definition euclid_to_zero_both : board := fun X =>
  let (x, y) := X in
  if (x =? 0) || (y =? 0) then [] else
  map (fun k => (x - k * y, y)) (upto (N.to_nat (x / y)) 1) ++
  map (fun k => (x, y - k * x)) (upto (N.to_nat (y / x)) 1).

Lemma In_both x y Y : In Y (euclid_to_zero_both (x, y)) <->
  In Y (euclid_to_zero (x, y)) \/ (x = y /\ 1 <= x /\ Y = (x, 0)).
Proof.
  unfold euclid_to_zero_both, euclid_to_zero.
  destruct (N.eqb_spec x 0) as [-> | X]; cbn [orb]; [cbn; lia |].
  destruct (N.eqb_spec y 0) as [-> | Y0]; [cbn; lia |].
  rewrite in_app_iff. destruct (N.lt_trichotomy x y) as [L | [<- | L]].
  - rewrite (N.div_small x y L). destruct (N.leb_spec y x); [lia |]. cbn [N.to_nat upto map In].
    split; [tauto | intros [I | (E & _)]; [tauto | lia]].
  - rewrite N.div_same by lia. destruct (N.leb_spec x x); [| lia]. cbn [N.to_nat Pos.to_nat Pos.iter_op upto map In].
    split.
    + intros [I | [<- | []]]; [now left | right]. split; [auto | split; [lia | f_equal; lia]].
    + intros [I | (_ & _ & ->)]; [now left | right; left; f_equal; lia].
  - rewrite (N.div_small y x L). destruct (N.leb_spec y x); [| lia]. cbn [N.to_nat upto map In].
    split; [tauto | intros [I | (E & _)]; [tauto | lia]].
Qed.

Lemma both_lowers : lowers euclid_to_zero_both.
Proof.
  intros [x y] Y I. apply In_both in I as [I | (-> & P & ->)]; [now apply to_zero_lowers |].
  unfold size. cbn [fst snd]. lia.
Qed.

Lemma both_exists : exists G, is_board_grundy euclid_to_zero_both G.
Proof. apply board_exists, lowers_ends, both_lowers. Qed.

(** The zeros are the same: the further move leaves a zero, and a square with it is none. *)
Theorem to_zero_both_law G :
  is_board_grundy euclid_to_zero_both G ->
  forall x y, G (x, y) = 0 <->
    x = 0 \/ y = 0 \/ (x < y /\ y * y < x * y + x * x) \/ (y < x /\ x * x < x * y + y * y).
Proof.
  destruct to_zero_exists as [H0 HH]. intros HG x y. pose proof (to_zero_law H0 HH) as Law.
  rewrite <- (Law x y). apply (board_zeros _ (lowers_ends _ both_lowers) (fun X => H0 X = 0)); auto;
    clear x y G HG.
  - intro X. destruct (N.eq_dec (H0 X) 0); auto.
  - intros [x y] Y Z I Z'. apply In_both in I as [I | (-> & P & _)].
    + apply (proj1 (board_grundy_is_mex _ _ HH (x, y))). rewrite Z. exists Y. auto.
    + apply Law in Z. lia.
  - intros [x y] NZ. destruct (proj2 (board_grundy_is_mex _ _ HH (x, y)) 0) as (Y & I & E); [lia |].
    exists Y. split; auto. apply In_both. auto.
Qed.
