(** Tables of boards that an automaton reads off pairs of digits
    (discover/boards/theorems/digit_windows.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate Boards FiniteSteps.
Import ListNotations.
Local Open Scope Z_scope.

(** Steps, and from all squares but (0, 0) the move to (floor(x/k), floor(y/k)). *)
Definition steps_or_quotients (parts : list part) (k : N) : board :=
  fun X => steps parts X ++ (if (size X =? 0)%N then [] else [(fst X / k, snd X / k)%N]).

Lemma quotients_lower parts k : (2 <= k)%N -> parts_lower parts = true ->
  lowers (steps_or_quotients parts k).
Proof.
  intros K L X Y I. apply in_app_iff in I as [I | I].
  - apply (In_steps parts X Y L) in I as (p & i & j & Ip & T & A & B).
    unfold parts_lower in L. rewrite forallb_forall in L.
    pose proof (takes_lowers p i j (L p Ip) T). unfold size. lia.
  - destruct (N.eqb_spec (size X) 0) as [E | E]; [easy |]. destruct I as [<- | []].
    unfold size in *. cbn [fst snd].
    assert (A : forall n, (n / k <= n)%N) by (intro n; apply N.div_le_upper_bound; nia).
    assert (B : forall n, (n <> 0 -> n / k < n)%N) by (intros n P; apply N.div_lt; lia).
    specialize (A (fst X)) as A1. specialize (A (snd X)) as A2.
    destruct (N.eq_dec (fst X) 0) as [E1 | E1]; [specialize (B (snd X) ltac:(lia)) | specialize (B (fst X) E1)]; lia.
Qed.

Lemma quotients_exist parts k : (2 <=? k)%N && parts_lower parts = true ->
  exists G, is_board_grundy (steps_or_quotients parts k) G.
Proof.
  intro C. apply andb_prop in C as [K L]. apply N.leb_le in K.
  now apply board_exists, lowers_ends, quotients_lower.
Qed.

(** * The automaton *)

Section Automaton.
  Variables (k : Z) (transitions : list (list N)) (outputs : list N).

  (** The state after a pair of digits, d = k r + t. *)
  Definition go (s d : Z) : Z := Z.of_N (nth (Z.to_nat d) (nth (Z.to_nat s) transitions []) 0%N).

  Fixpoint read (fuel : nat) (x y : Z) : Z :=
    match fuel with
    | O => 0
    | S fuel =>
        if (x =? 0) && (y =? 0) then 0
        else go (read fuel (x / k) (y / k)) (k * (x mod k) + y mod k)
    end.

  (** The state after the digits of x and y, the most significant ones first; -1 off the board. *)
  Definition state (x y : Z) : Z :=
    if (0 <=? x) && (0 <=? y) then read (Z.to_nat (x + y + 1)) x y else -1.

  Definition output (s : Z) : N := nth (Z.to_nat s) outputs 0%N.

  (** What the automaton says of a square. *)
  Definition automaton (x y : N) : N := output (state (Z.of_N x) (Z.of_N y)).

  Definition next_state (s r t : Z) : Z := if s <? 0 then -1 else go s (k * r + t).

  Hypothesis base : 2 <= k.
  Hypothesis stays : go 0 0 = 0.

  Lemma read_nonneg f x y : 0 <= read f x y.
  Proof. destruct f; cbn [read]; [lia |]. destruct (_ && _); [lia | unfold go; lia]. Qed.

  Lemma quotient_less x y : 0 <= x -> 0 <= y -> 0 < x + y ->
    0 <= x / k /\ 0 <= y / k /\ x / k + y / k < x + y.
  Proof.
    intros X Y P. assert (A : forall n, 0 <= n -> 0 <= n / k <= n).
    { intros n N0. split; [apply Z.div_pos; lia | apply Z.div_le_upper_bound; nia]. }
    pose proof (A x X). pose proof (A y Y).
    destruct (Z.eq_dec x 0) as [-> | E].
    - pose proof (Z.div_lt y k ltac:(lia) ltac:(lia)). lia.
    - pose proof (Z.div_lt x k ltac:(lia) ltac:(lia)). lia.
  Qed.

  Lemma read_enough f g x y : 0 <= x -> 0 <= y -> x + y < Z.of_nat f -> x + y < Z.of_nat g ->
    read f x y = read g x y.
  Proof.
    revert g x y. induction f as [| f IH]; intros [| g] x y X Y F G; try lia. cbn [read].
    destruct (Z.eqb_spec x 0) as [Ex | Ex], (Z.eqb_spec y 0) as [Ey | Ey]; cbn [andb]; auto;
      pose proof (quotient_less x y X Y ltac:(lia)); f_equal; apply IH; lia.
  Qed.

  Lemma state_next u v : state u v = next_state (state (u / k) (v / k)) (u mod k) (v mod k).
  Proof.
    assert (S : forall n, (0 <=? n / k) = (0 <=? n)).
    { intro n. destruct (Z.leb_spec 0 n), (Z.leb_spec 0 (n / k)); auto; exfalso.
      - pose proof (Z.div_pos n k). lia.
      - pose proof (Z.div_lt_upper_bound n k 0). lia. }
    unfold state, next_state. rewrite !S.
    destruct (Z.leb_spec 0 u), (Z.leb_spec 0 v); cbn [andb]; auto.
    pose proof (read_nonneg (Z.to_nat (u / k + v / k + 1)) (u / k) (v / k)) as N0.
    destruct (Z.ltb_spec (read (Z.to_nat (u / k + v / k + 1)) (u / k) (v / k)) 0); [lia |].
    replace (Z.to_nat (u + v + 1)) with (Datatypes.S (Z.to_nat (u + v))) by lia. cbn [read].
    destruct (Z.eqb_spec u 0) as [-> | Eu], (Z.eqb_spec v 0) as [-> | Ev]; cbn [andb].
    - rewrite !Z.div_0_l, !Z.mod_0_l by lia. replace (k * 0 + 0) with 0 by lia.
      replace (Z.to_nat (0 + 0 + 1)) with 1%nat by lia. cbn [read Z.eqb andb]. now rewrite stays.
    - pose proof (quotient_less 0 v ltac:(lia) ltac:(lia) ltac:(lia)). f_equal. apply read_enough; lia.
    - pose proof (quotient_less u 0 ltac:(lia) ltac:(lia) ltac:(lia)). f_equal. apply read_enough; lia.
    - pose proof (quotient_less u v ltac:(lia) ltac:(lia) ltac:(lia)). f_equal. apply read_enough; lia.
  Qed.

  (** * Windows *)

  Definition offset := (Z * Z)%type.
  Definition window := list Z.

  Variable offsets : list offset.

  Definition window_at (x y : Z) : window := map (fun d => state (x + fst d) (y + snd d)) offsets.

  Definition same (p q : offset) : bool := (fst p =? fst q) && (snd p =? snd q).

  Fixpoint look (p : offset) (ps : list offset) (w : window) : Z :=
    match ps, w with
    | q :: ps, s :: w => if same p q then s else look p ps w
    | _, _ => -1
    end.

  Definition next (w : window) (r t : Z) : window :=
    map (fun d => next_state (look ((r + fst d) / k, (t + snd d) / k) offsets w)
                    ((r + fst d) mod k) ((t + snd d) mod k)) offsets.

  Lemma same_spec p q : same p q = true <-> p = q.
  Proof.
    unfold same. destruct p, q. cbn [fst snd]. rewrite andb_true_iff, !Z.eqb_eq. split.
    - now intros [-> ->].
    - intro E. now injection E.
  Qed.

  Lemma look_window p x y : existsb (same p) offsets = true ->
    look p offsets (window_at x y) = state (x + fst p) (y + snd p).
  Proof.
    unfold window_at. induction offsets as [| q l IH]; [easy |]. cbn [existsb map look].
    destruct (same p q) eqn:E; [apply same_spec in E as ->; auto | auto].
  Qed.

  Definition digits : list (Z * Z) :=
    list_prod (map Z.of_N (upto (Z.to_nat k) 0)) (map Z.of_N (upto (Z.to_nat k) 0)).

  Lemma In_digits r t : In (r, t) digits <-> 0 <= r < k /\ 0 <= t < k.
  Proof.
    unfold digits. rewrite in_prod_iff, !in_map_iff. split.
    - intros [(a & <- & A) (b & <- & B)]. apply In_upto in A, B. lia.
    - intros [A B]. split; [exists (Z.to_N r) | exists (Z.to_N t)]; rewrite In_upto; lia.
  Qed.

  Definition closed : bool :=
    forallb (fun d => forallb (fun o =>
      existsb (same ((fst d + fst o) / k, (snd d + snd o) / k)) offsets) offsets) digits.

  Lemma next_window x y r t : closed = true -> 0 <= r < k -> 0 <= t < k ->
    window_at (k * x + r) (k * y + t) = next (window_at x y) r t.
  Proof.
    intros C R T. unfold next, window_at at 1. apply map_ext_in. intros o I.
    unfold closed in C. rewrite forallb_forall in C.
    specialize (C (r, t) (proj2 (In_digits r t) (conj R T))). rewrite forallb_forall in C.
    specialize (C o I). cbn [fst snd] in C. rewrite (look_window _ _ _ C). cbn [fst snd].
    rewrite state_next.
    replace (k * x + r + fst o) with (r + fst o + x * k) by lia.
    replace (k * y + t + snd o) with (t + snd o + y * k) by lia.
    rewrite !Z.div_add, !Z.mod_add by lia. f_equal. f_equal; lia.
  Qed.

  (** * The check *)

  Variables (moves : list (Z * Z)) (divides : bool).

  Definition board_of : board :=
    if divides then steps_or_quotients (map single moves) (Z.to_N k) else steps (map single moves).

  Definition options_in (w : window) : list N :=
    flat_map (fun s => let a := look (- fst s, - snd s) offsets w in
      if a <? 0 then [] else [output a]) moves.

  Definition middle (w : window) : Z := look (0, 0) offsets w.

  (** The middle is the mex of the options, one of which is read off the state of the quotients. *)
  Definition right (w : window) (before : list N) : bool :=
    (output (middle w) =? mex (options_in w ++ before))%N.

  Definition window_pair := (window * Z)%type.

  Fixpoint same_window (v w : window) : bool :=
    match v, w with
    | [], [] => true
    | a :: v, b :: w => (a =? b) && same_window v w
    | _, _ => false
    end.
  Definition same_pair (p q : window_pair) : bool := (snd p =? snd q) && same_window (fst p) (fst q).

  Lemma same_window_spec v w : same_window v w = true -> v = w.
  Proof.
    revert w. induction v as [| a v IH]; intros [| b w] E; try easy. cbn [same_window] in E.
    apply andb_prop in E as [A B]. apply Z.eqb_eq in A as ->. f_equal. auto.
  Qed.

  Definition check (pairs : list window_pair) : bool :=
    let found p := existsb (same_pair p) pairs in
    let first := window_at 0 0 in
    (2 <=? k) && (go 0 0 =? 0) && parts_lower (map single moves) && closed &&
    existsb (same (0, 0)) offsets &&
    forallb (fun s => existsb (same (- fst s, - snd s)) offsets) moves &&
    right first [] &&
    forallb (fun d => same d (0, 0) || found (next first (fst d) (snd d), middle first)) digits &&
    forallb (fun p => right (fst p) (if divides then [output (snd p)] else []) &&
      forallb (fun d => found (next (fst p) (fst d) (snd d), middle (fst p))) digits) pairs.
End Automaton.

Section Proof.
  Variables (k : Z) (transitions : list (list N)) (outputs : list N) (offsets : list offset).
  Variables (moves : list (Z * Z)) (divides : bool) (pairs : list window_pair).
  Hypothesis C : check k transitions outputs offsets moves divides pairs = true.

  Let at_square := state k transitions.
  Let window_of := window_at k transitions offsets.

  Lemma check_says : 2 <= k /\ go transitions 0 0 = 0 /\ parts_lower (map single moves) = true /\
    closed k offsets = true /\ existsb (same (0, 0)) offsets = true /\
    (forall s, In s moves -> existsb (same (- fst s, - snd s)) offsets = true) /\
    right outputs offsets moves (window_of 0 0) [] = true /\
    (forall r t, 0 <= r < k -> 0 <= t < k -> (r, t) <> (0, 0) ->
      In (next k transitions offsets (window_of 0 0) r t, middle offsets (window_of 0 0)) pairs) /\
    (forall w b, In (w, b) pairs ->
      right outputs offsets moves w (if divides then [output outputs b] else []) = true /\
      forall r t, 0 <= r < k -> 0 <= t < k ->
        In (next k transitions offsets w r t, middle offsets w) pairs).
  Proof.
    assert (found : forall p, existsb (same_pair p) pairs = true -> In p pairs).
    { intros p E. apply existsb_exists in E as (q & I & E). unfold same_pair in E.
      apply andb_prop in E as [A B]. apply Z.eqb_eq in A. apply same_window_spec in B.
      destruct p, q. cbn [fst snd] in *. now subst. }
    pose proof C as D. unfold check in D. cbv zeta in D. repeat (apply andb_prop in D as [D ?]).
    repeat match goal with H : forallb _ _ = true |- _ => rewrite forallb_forall in H end.
    apply Z.leb_le in D.
    split; [auto |]. split; [now apply Z.eqb_eq |]. do 3 (split; [assumption |]).
    split; [assumption |]. split; [assumption |]. split.
    - intros r t R T Ne. pose proof (H0 (r, t) (proj2 (In_digits k D r t) (conj R T))) as Found.
      cbn [fst snd] in Found. apply orb_prop in Found as [Found | Found].
      + apply same_spec in Found. contradiction.
      + now apply found.
    - intros w b I. specialize (H (w, b) I). apply andb_prop in H as [A B]. cbn [fst snd] in A, B.
      split; auto. intros r t R T. rewrite forallb_forall in B.
      now apply found, (B (r, t)), (In_digits k D r t).
  Qed.

  (** The window of every square but (0, 0) is known, with the state of its quotients. *)
  Lemma every_window x y : 0 <= x -> 0 <= y -> (x, y) <> (0, 0) ->
    In (window_of x y, at_square (x / k) (y / k)) pairs.
  Proof.
    destruct check_says as (K & _ & _ & Cl & O & _ & _ & First & Pairs).
    assert (M : forall a b, middle offsets (window_of a b) = at_square a b).
    { intros a b. unfold middle, window_of. rewrite (look_window _ _ _ _ _ _ O). cbn [fst snd].
      unfold at_square. f_equal; lia. }
    remember (Z.to_nat (x + y)) as m eqn:Em. revert x y Em.
    induction m as [m IH] using (well_founded_induction lt_wf). intros x y Em X Y Ne.
    assert (P : 0 < x + y) by (destruct (Z.eq_dec x 0) as [-> |], (Z.eq_dec y 0) as [-> |]; [congruence | lia..]).
    pose proof (quotient_less k K x y X Y P) as (A & B & L).
    pose proof (Z.mod_pos_bound x k ltac:(lia)) as R. pose proof (Z.mod_pos_bound y k ltac:(lia)) as T.
    assert (E : window_of x y = next k transitions offsets (window_of (x / k) (y / k)) (x mod k) (y mod k)).
    { unfold window_of. rewrite <- next_window; auto; try apply check_says. f_equal; apply Z.div_mod; lia. }
    rewrite E, <- M. assert (Later : (x / k, y / k) <> (0, 0) -> In (next k transitions offsets
      (window_of (x / k) (y / k)) (x mod k) (y mod k), middle offsets (window_of (x / k) (y / k))) pairs).
    { intro D. apply (Pairs _ _ (IH (Z.to_nat (x / k + y / k)) ltac:(lia) _ _ eq_refl A B D)); auto. }
    destruct (Z.eq_dec (x / k) 0) as [Ex | Ex]; [| apply Later; congruence].
    destruct (Z.eq_dec (y / k) 0) as [Ey | Ey]; [| apply Later; congruence].
    rewrite Ex, Ey. apply First; auto. intro Z0. injection Z0 as Zx Zy. apply Ne.
    f_equal; [rewrite (Z.div_mod x k) by lia | rewrite (Z.div_mod y k) by lia]; nia.
  Qed.

  Definition F (X : square) : N := automaton k transitions outputs (fst X) (snd X).

  Lemma options_of_window x y : map F (steps (map single moves) (x, y)) =
    options_in outputs offsets moves (window_of (Z.of_N x) (Z.of_N y)).
  Proof.
    destruct check_says as (_ & _ & _ & _ & _ & Os & _). unfold options_in, steps. revert Os.
    generalize moves as l. induction l as [| [i j] l IH]; intro Os; cbn [map flat_map]; auto.
    rewrite map_app, IH by (intros s I; apply Os; now right). f_equal.
    unfold window_of. rewrite (look_window _ _ _ _ _ _ (Os (i, j) (or_introl eq_refl))). cbn [fst snd].
    unfold single, options_by, after. cbn [fst snd].
    replace (Z.of_N x + - i) with (Z.of_N x - i) by lia.
    replace (Z.of_N y + - j) with (Z.of_N y - j) by lia. unfold state.
    destruct (Z.leb_spec 0 (Z.of_N x - i)), (Z.leb_spec 0 (Z.of_N y - j)); cbn [andb map]; auto.
    pose proof (read_nonneg k transitions (Z.to_nat (Z.of_N x - i + (Z.of_N y - j) + 1))
      (Z.of_N x - i) (Z.of_N y - j)) as P.
    destruct (Z.ltb_spec (read k transitions (Z.to_nat (Z.of_N x - i + (Z.of_N y - j) + 1))
      (Z.of_N x - i) (Z.of_N y - j)) 0); [lia |].
    unfold F, automaton. cbn [fst snd]. rewrite !Z2N.id by lia. unfold state.
    destruct (Z.leb_spec 0 (Z.of_N x - i)), (Z.leb_spec 0 (Z.of_N y - j)); try lia. reflexivity.
  Qed.

  Lemma middle_value x y : output outputs (middle offsets (window_of (Z.of_N x) (Z.of_N y))) = F (x, y).
  Proof.
    destruct check_says as (_ & _ & _ & _ & O & _). unfold middle, window_of.
    rewrite (look_window _ _ _ _ _ _ O). cbn [fst snd]. rewrite !Z.add_0_r. reflexivity.
  Qed.

  Theorem automaton_is_grundy : is_board_grundy (board_of k moves divides) F.
  Proof.
    destruct check_says as (K & _ & _ & _ & _ & _ & First & _ & Pairs). intros [x y].
    rewrite <- (middle_value x y).
    assert (Q : map F (board_of k moves divides (x, y)) =
      options_in outputs offsets moves (window_of (Z.of_N x) (Z.of_N y)) ++
      (if divides then if (size (x, y) =? 0)%N then []
         else [output outputs (at_square (Z.of_N x / k) (Z.of_N y / k))] else [])).
    { unfold board_of. rewrite <- options_of_window. destruct divides.
      - unfold steps_or_quotients. rewrite map_app. f_equal. destruct (size (x, y) =? 0)%N; auto.
        cbn [map fst snd]. unfold F, automaton, at_square. cbn [fst snd].
        now rewrite !N2Z.inj_div, Z2N.id by lia.
      - now rewrite app_nil_r. }
    rewrite Q. destruct (N.eqb_spec (size (x, y)) 0) as [E | E]; unfold size in E; cbn [fst snd] in E.
    - assert (x = 0%N) as -> by lia. assert (y = 0%N) as -> by lia.
      unfold right in First. apply N.eqb_eq in First. cbn [Z.of_N]. rewrite First. f_equal.
      rewrite !app_nil_r. now destruct divides; rewrite ?app_nil_r.
    - assert (Ne : (Z.of_N x, Z.of_N y) <> (0, 0)) by (intro Z0; injection Z0; lia).
      destruct (Pairs _ _ (every_window (Z.of_N x) (Z.of_N y) ltac:(lia) ltac:(lia) Ne)) as [Rt _].
      unfold right in Rt. now apply N.eqb_eq in Rt.
  Qed.

  Theorem digit_windows_law G : is_board_grundy (board_of k moves divides) G ->
    forall x y, G (x, y) = automaton k transitions outputs x y.
  Proof.
    destruct check_says as (K & _ & L & _). intros HG x y.
    assert (E : play_ends (board_of k moves divides)).
    { apply lowers_ends. unfold board_of. destruct divides.
      - apply quotients_lower; [lia | exact L].
      - intros X Y I. apply (In_steps _ X Y L) in I as (p & i & j & Ip & T & A & B).
        unfold parts_lower in L. rewrite forallb_forall in L.
        pose proof (takes_lowers p i j (L p Ip) T). unfold size. lia. }
    exact (board_grundy_unique _ E G F HG automaton_is_grundy (x, y)).
  Qed.
End Proof.
