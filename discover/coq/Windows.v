(** Automatic laws of rules that are lists of expressions: windows of states
    (discover/heaps/theorems/window_product.py). *)
From Coq Require Import ZArith NArith List Lia Bool FMapPositive.
From Mexplore Require Import Grundy Evaluate Expression.
Import ListNotations.
Local Open Scope Z_scope.

(** * Automata that read a number in base k, most significant digit first

    [delta s d] is the state after the digit d; the first state is 0, and leading zeros change
    nothing. *)
Section Reading.
  Variables (k : N) (delta : N -> N -> N).

  Fixpoint read (fuel : nat) (n : N) : N :=
    match fuel with
    | O => 0%N
    | S fuel => if (n =? 0)%N then 0%N else delta (read fuel (n / k)) (n mod k)
    end.

  (** A number has no more digits than binary ones. *)
  Definition state (n : N) : N := read (S (N.to_nat (N.log2 n))) n.

  Lemma read_zero fuel : read fuel 0 = 0%N.
  Proof. destruct fuel; reflexivity. Qed.

  Hypothesis base : (2 <= k)%N.
  Hypothesis zeros : delta 0 0 = 0%N.

  Lemma fewer_digits n : (n / k <> 0 -> N.log2 (n / k) < N.log2 n)%N.
  Proof.
    intro P. set (a := N.log2 (n / k)).
    assert (A : (2 ^ a <= n / k)%N) by (apply N.log2_spec, N.neq_0_lt_0, P).
    assert (H : (k * (n / k) <= n)%N) by (apply N.mul_div_le; intro; subst; now apply P).
    assert (B : (2 ^ N.succ a <= n)%N) by (rewrite N.pow_succ_r'; nia).
    assert (0 < n)%N by (destruct (N.eq_dec n 0) as [-> |]; [exfalso; apply P; now destruct k | lia]).
    apply N.log2_le_pow2 in B; unfold a in *; lia.
  Qed.

  Lemma read_enough f g n :
    (N.to_nat (N.log2 n) < f)%nat -> (N.to_nat (N.log2 n) < g)%nat -> read f n = read g n.
  Proof.
    revert g n. induction f as [| f IH]; intros g n Hf Hg; [lia |].
    destruct g as [| g]; [lia |]. cbn [read]. destruct (N.eqb_spec n 0) as [_ | Z]; auto.
    f_equal. destruct (N.eq_dec (n / k) 0) as [E | P].
    - now rewrite E, !read_zero.
    - apply fewer_digits in P. apply IH; lia.
  Qed.

  Theorem state_step q d : (d < k)%N -> state (k * q + d) = delta (state q) d.
  Proof.
    intro D. set (n := (k * q + d)%N).
    assert (Q : (n / k)%N = q) by (symmetry; apply (N.div_unique n k q d); unfold n; lia).
    assert (R : (n mod k)%N = d) by (symmetry; apply (N.mod_unique n k q d); unfold n; lia).
    destruct (N.eq_dec n 0) as [Z | Z].
    - assert (q = 0 /\ d = 0)%N as [-> ->] by (unfold n in Z; nia). rewrite Z.
      unfold state. cbn. now rewrite zeros.
    - unfold state at 1. cbn [read]. rewrite (proj2 (N.eqb_neq n 0) Z), Q, R. f_equal.
      destruct (N.eq_dec q 0) as [-> | P]; [now rewrite !read_zero |].
      apply read_enough; [| lia]. rewrite <- Q at 1. rewrite <- Q in P. apply fewer_digits in P. lia.
  Qed.
End Reading.

Lemma read_ext k f g : (forall s d, f s d = g s d) -> forall n, state k f n = state k g n.
Proof.
  intros E n. unfold state. generalize (S (N.to_nat (N.log2 n))) as fuel. intro fuel.
  revert n. induction fuel as [| fuel IH]; intro n; cbn [read]; auto.
  destruct (N.eqb n 0); auto. now rewrite IH, E.
Qed.

(** The automaton of a table: from state s by digit d to entry s*k + d of [transitions]. *)
Definition go (k : N) (transitions : list N) (s d : N) : N :=
  nth (N.to_nat (s * k + d)) transitions 0%N.

(** What it says of n. *)
Definition automatic (k : N) (transitions outputs : list N) (n : N) : N :=
  nth (N.to_nat (state k (go k transitions) n)) outputs 0%N.

(** * Windows *)

(** The place (a, j) of n is the number floor(a*n/m) + j. *)
Definition place := (Z * Z)%type.

(** The window of n: n mod m, and the states of the automaton at the places of n. *)
Definition window := (Z * list N)%type.

Fixpoint look_up (p : place) (ps : list place) (ss : list N) : option N :=
  match ps, ss with
  | p' :: ps, s :: ss =>
      if (fst p =? fst p') && (snd p =? snd p') then Some s else look_up p ps ss
  | _, _ => None
  end.

Lemma look_up_spec p ps f s :
  look_up p ps (map f ps) = Some s -> In p ps /\ s = f p.
Proof.
  induction ps as [| p' ps IH]; cbn [map look_up]; [discriminate |].
  destruct (Z.eqb_spec (fst p) (fst p')), (Z.eqb_spec (snd p) (snd p')); cbn [andb]; intro H;
    try (destruct (IH H); split; auto; now right).
  injection H as <-. assert (p = p') as -> by (destruct p, p'; cbn in *; congruence).
  split; auto. now left.
Qed.

Section Windows.
  Variables (k : N) (delta : N -> N -> N) (out : N -> N).
  Variables (m first : Z) (places : list place) (classes : list (list (list line))).
  Variable states : N. (* how many there are; a hint *)

  Let st := state k delta.
  Let kz := Z.of_N k.

  Definition value_at (n : Z) (p : place) : Z := fst p * n / m + snd p.

  Definition state_at (n : Z) (p : place) : N := st (Z.to_N (value_at n p)).

  Definition window_of (n : Z) : window := (n mod m, map (state_at n) places).

  (** The window of k*n + d from that of n. *)
  Definition next_state (w : window) (d : Z) (p : place) : option N :=
    let t := (kz * ((fst p * fst w) mod m) + fst p * d) / m + snd p in
    option_map (fun s => delta s (Z.to_N (t mod kz)))
               (look_up (fst p, t / kz) places (snd w)).

  Definition next (w : window) (d : Z) : option window :=
    option_map (fun ss => ((kz * fst w + d) mod m, ss))
               (all_some (map (next_state w d) places)).

  (** The heap of a line a*q + b, n = m*q + r, is the place (a, b - floor(a*r/m)) of n. *)
  Definition heap_value (w : window) (l : line) : option N :=
    if fst l =? 0 then Some (out (st (Z.to_N (snd l))))
    else option_map out (look_up (fst l, snd l - fst l * fst w / m) places (snd w)).

  Definition option_value (w : window) (o : list line) : option N :=
    option_map xor_list (all_some (map (heap_value w) o)).

  (** In this window the output is the mex of the values of the options. *)
  Definition good (w : window) : bool :=
    match all_some (map (option_value w) (nth (Z.to_nat (fst w)) classes [])),
          look_up (m, 0) places (snd w) with
    | Some vs, Some s => (mex vs =? out s)%N
    | _, _ => false
    end.

  (** A number for each window, to find it again; that it is another one for another window
      is not used. *)
  Definition code_of (w : window) : positive :=
    N.succ_pos (fold_left (fun c s => c * states + s)%N (snd w) (Z.to_N (fst w))).

  Definition same_window (w w' : window) : bool :=
    (fst w =? fst w') && same_numbers (snd w) (snd w').

  Definition known (M : PositiveMap.t window) (w : window) : bool :=
    match PositiveMap.find (code_of w) M with Some w' => same_window w w' | None => false end.

  Definition digits : list Z := map Z.of_nat (seq 0 (N.to_nat k)).

  (** All windows that can be reached from those to do.  Nothing is proved of this. *)
  Fixpoint explore (fuel : nat) (todo : list window) (M : PositiveMap.t window)
      : PositiveMap.t window :=
    match fuel, todo with
    | S fuel, w :: todo =>
        match PositiveMap.find (code_of w) M with
        | Some _ => explore fuel todo M
        | None =>
            let after := match all_some (map (next w) digits) with Some l => l | None => [] end in
            explore fuel (after ++ todo) (PositiveMap.add (code_of w) w M)
        end
    | _, _ => M
    end.

  Definition starts : list Z :=
    map (fun i => first + Z.of_nat i) (seq 0 (Z.to_nat ((kz - 1) * first))).

  (** Every window of the table is good, and what follows it is in the table as well. *)
  Definition closed (M : PositiveMap.t window) : bool :=
    forallb (fun e : positive * window =>
               good (snd e) &&
               forallb (fun d => match next (snd e) d with Some w => known M w | None => false end)
                       digits)
            (PositiveMap.elements M).

  Definition check_windows (fuel : nat) : bool :=
    let M := explore fuel (map window_of starts) (PositiveMap.empty window) in
    forallb (fun p => (0 <=? fst p) && (0 <=? value_at first p)) places &&
    closed M && forallb (fun n => known M (window_of n)) starts.

  Hypothesis base : (2 <= k)%N.
  Hypothesis zeros : delta 0 0 = 0%N.
  Hypothesis Hm : 0 < m.

  Section Next.
    Hypothesis Hplaces : forall p, In p places -> 0 <= fst p /\ 0 <= value_at first p.

    Lemma place_nonneg n p : In p places -> first <= n -> 0 <= value_at n p.
    Proof.
      intros I L. destruct (Hplaces p I) as [A B]. unfold value_at in *.
      assert (fst p * first / m <= fst p * n / m) by (apply Z.div_le_mono; nia). lia.
    Qed.

    Lemma next_spec n d w :
      first <= n -> 0 <= d < kz -> next (window_of n) d = Some w -> w = window_of (kz * n + d).
    Proof.
      intros L D H. unfold next in H.
      destruct (all_some _) as [ss |] eqn:E; [| discriminate]. injection H as <-.
      unfold window_of. cbn [fst]. f_equal.
      - rewrite Z.add_mod, Z.mul_mod_idemp_r, <- Z.add_mod by lia. reflexivity.
      - apply (all_some_map (next_state (window_of n) d) (state_at (kz * n + d)) (fun s => s)) in E;
          [now rewrite map_id in E |].
        intros p s I H. unfold next_state in H. cbn [fst snd window_of] in H.
        rewrite Z.mul_mod_idemp_r in H by lia.
        set (t := (kz * ((fst p * n) mod m) + fst p * d) / m + snd p) in H.
        destruct (look_up _ _ _) as [s' |] eqn:X; [| discriminate]. injection H as <-.
        apply look_up_spec in X as [I' ->].
        unfold state_at. set (x := fst p * n / m).
        assert (V : value_at n (fst p, t / kz) = x + t / kz) by reflexivity.
        pose proof (place_nonneg n _ I' L) as P. rewrite V in *.
        assert (Y : value_at (kz * n + d) p = kz * (x + t / kz) + t mod kz).
        { unfold value_at.
          replace (fst p * (kz * n + d)) with
            (kz * x * m + (kz * ((fst p * n) mod m) + fst p * d)).
          - rewrite Z.div_add_l by lia.
            pose proof (Z.div_mod t kz). unfold t in *. clear V P I'. nia.
          - pose proof (Z.div_mod (fst p * n) m). fold x in H. nia. }
        rewrite Y. pose proof (Z.mod_pos_bound t kz).
        assert (K : Z.to_N kz = k) by apply N2Z.id.
        assert (Pk : 2 <= kz) by (unfold kz; lia).
        rewrite Z2N.inj_add, Z2N.inj_mul, K by nia.
        apply state_step; auto. lia.
    Qed.
  End Next.

  (** * The theorem *)

  Variables (a : options) (q0 : Z) (G : N -> N).
  Hypothesis Hq0 : 1 <= q0.
  Hypothesis Hfirst : first = m * q0.
  Hypothesis Hclasses : forall r, 0 <= r < m -> moves_of m r q0 a = Some (nth (Z.to_nat r) classes []).
  Hypothesis HG : is_grundy (expression a) G.
  Hypothesis below_first : forall n, Z.of_N n < first -> G n = out (st n).
  Variable fuel : nat.
  Hypothesis checked : check_windows fuel = true.

  Let M := explore fuel (map window_of starts) (PositiveMap.empty window).

  Lemma known_in w : known M w = true -> In (code_of w, w) (PositiveMap.elements M).
  Proof.
    unfold known. destruct (PositiveMap.find _ _) as [w' |] eqn:E; [| discriminate].
    intro H. apply andb_prop in H as [A B]. apply Z.eqb_eq in A. apply same_numbers_spec in B.
    assert (w' = w) as -> by (destruct w, w'; cbn in *; congruence).
    now apply PositiveMap.elements_correct.
  Qed.

  Lemma facts :
    (forall p, In p places -> 0 <= fst p /\ 0 <= value_at first p) /\
    (forall w, known M w = true -> good w = true /\
       forall d, 0 <= d < kz -> exists w', next w d = Some w' /\ known M w' = true) /\
    (forall n, first <= n < kz * first -> known M (window_of n) = true).
  Proof.
    unfold check_windows in checked. fold M in checked.
    apply andb_prop in checked as [C S]. apply andb_prop in C as [P C].
    rewrite forallb_forall in P, S. unfold closed in C. rewrite forallb_forall in C.
    repeat split.
    - apply P in H. apply andb_prop in H as [H _]. now apply Z.leb_le.
    - apply P in H. apply andb_prop in H as [_ H]. now apply Z.leb_le.
    - apply known_in, C, andb_prop in H as [H _]. exact H.
    - intros d D. apply known_in, C, andb_prop in H as [_ H]. rewrite forallb_forall in H.
      cbn [snd] in H. specialize (H d). destruct (next w d) as [w' |].
      + exists w'. split; auto. apply H. apply in_map_iff. exists (Z.to_nat d).
        split; [lia |]. apply in_seq. unfold kz in D. lia.
      + exfalso. assert (false = true); [| discriminate]. apply H. apply in_map_iff.
        exists (Z.to_nat d). split; [lia |]. apply in_seq. unfold kz in D. lia.
    - intros n L. apply S. unfold starts. apply in_map_iff. exists (Z.to_nat (n - first)).
      split; [lia |]. apply in_seq. nia.
  Qed.

  Lemma all_known n : first <= n -> known M (window_of n) = true.
  Proof.
    destruct facts as (P & C & S). assert (0 < first) by nia.
    induction n as [n IH] using (well_founded_induction (Z.lt_wf 0)). intro L.
    destruct (Z.lt_ge_cases n (kz * first)) as [U | U]; [now apply S |].
    assert (Hk : 2 <= kz) by (unfold kz; lia).
    set (q := n / kz). set (d := n mod kz).
    pose proof (Z.div_mod n kz). pose proof (Z.mod_pos_bound n kz). fold q d in H0, H1.
    assert (first <= q) by (apply Z.div_le_lower_bound; nia).
    assert (K : known M (window_of q) = true) by (apply IH; nia).
    destruct (C _ K) as [_ X]. destruct (X d) as (w' & N & Kw); [lia |].
    apply next_spec in N; auto; [| lia]. subst w'. replace n with (kz * q + d) by lia. exact Kw.
  Qed.

(** If, for n < first, F(n) is the mex of F at the options of n, and in every window that can be
    reached from those of first <= n < k*first the output at n is the mex of the values of the
    options, then G(n) = F(n) for all n. Proof: every window is reached, and heaps are smaller
    than n. *)
  Theorem windows_law n : G n = out (st n).
  Proof.
    induction n as [n IH] using (well_founded_induction N.lt_wf_0).
    destruct (Z.lt_ge_cases (Z.of_N n) first) as [L | L]; [auto |].
    destruct facts as (_ & C & _).
    destruct (C _ (all_known _ L)) as [Good _]. clear C. unfold good in Good.
    set (z := Z.of_N n) in *. set (r := z mod m). set (q := z / m).
    assert (R : 0 <= r < m) by (apply Z.mod_pos_bound; lia).
    assert (Zq : z = m * q + r) by (apply Z.div_mod; lia).
    assert (Hq : q0 <= q) by (apply Z.div_le_lower_bound; nia).
    change (fst (window_of z)) with r in Good. change (snd (window_of z)) with (map (state_at z) places) in Good.
    set (L' := nth (Z.to_nat r) classes []) in Good.
    assert (O := moves_of_spec m r q0 a L' n q (Hclasses r R) Hq Zq).
    destruct (all_some _) as [vs |] eqn:E; [| discriminate].
    destruct (look_up (m, 0) _ _) as [s |] eqn:X; [| discriminate].
    apply look_up_spec in X as [_ ->]. apply N.eqb_eq in Good.
    unfold state_at, value_at in Good. cbn [fst snd] in Good.
    rewrite Z.mul_comm, Z.div_mul, Z.add_0_r in Good by lia.
    replace (Z.to_N z) with n in Good by (unfold z; lia). rewrite <- Good, (HG n). f_equal.
    assert (W : forall o, In o (expression a n) -> map G o = map (fun h => out (st h)) o).
    { intros o I. apply map_ext_in. intros h J. apply IH. now apply (expression_wf a n o h). }
    rewrite (map_ext_in _ (fun o => xor_list (map (fun h => out (st h)) o))) by
      (intros o I; now rewrite W).
    rewrite O, map_map.
    assert (Y : map (fun o => xor_list (map (fun h => out (st h)) (map (fun l => Z.to_N (at_q q l)) o))) L'
                = map (fun v => v) vs).
    { apply (all_some_map (option_value (window_of z))); auto. intros o v _ H.
      unfold option_value in H.
      destruct (all_some (map (heap_value _) o)) as [us |] eqn:U; [| discriminate].
      cbn [option_map] in H. injection H as <-. f_equal. rewrite map_map.
      apply (all_some_map (heap_value (window_of z)) (fun l => out (st (Z.to_N (at_q q l)))) (fun u => u)) in U;
        [now rewrite map_id in U |].
      intros l u _ H. unfold heap_value in H. destruct (Z.eqb_spec (fst l) 0) as [A | A].
      - injection H as <-. unfold at_q. now rewrite A, Z.mul_0_l, Z.add_0_l.
      - destruct (look_up _ _ _) as [s |] eqn:F; [| discriminate]. cbn [option_map] in H.
        injection H as <-. apply look_up_spec in F as [_ ->]. unfold state_at, value_at. cbn [fst snd window_of].
        fold r. do 3 f_equal. rewrite Zq. unfold at_q.
        replace (fst l * (m * q + r)) with (fst l * q * m + fst l * r) by ring.
        rewrite Z.div_add_l by lia. ring. }
    now rewrite Y, map_id.
  Qed.
End Windows.

(** * The check *)

(** m and q0 give the classes and the first n, m*q0; the places and the number of steps are
    hints.  What is computed here is enough: whatever the hints are, what is accepted is true. *)
Definition check_automatic (a : options) (k : N) (transitions outputs : list N)
    (m q0 : Z) (places : list place) (fuel : N) : bool :=
  let T := table_of transitions in
  let O := table_of outputs in
  let delta := fun s d => look T (s * k + d)%N in
  let first := m * q0 in
  let V := table (step_of (expression a)) (Z.to_N first) in
  (2 <=? k)%N && (delta 0 0 =? 0)%N && (0 <? m) && (1 <=? q0) &&
  all_from 0 (Z.to_N first) (fun n => look V n =? look O (state k delta n))%N &&
  match all_some (map (fun r => moves_of m (Z.of_nat r) q0 a) (seq 0 (Z.to_nat m))) with
  | Some classes =>
      check_windows k delta (look O) m first places classes (N.of_nat (length outputs))
                    (N.to_nat fuel)
  | None => false
  end.

Theorem automatic_law a k transitions outputs m q0 places fuel :
  check_automatic a k transitions outputs m q0 places fuel = true ->
  forall G, is_grundy (expression a) G -> forall n, G n = automatic k transitions outputs n.
Proof.
  unfold check_automatic. set (T := table_of transitions). set (O := table_of outputs).
  set (delta := fun s d => look T (s * k + d)%N). set (first := m * q0).
  set (V := table _ _). intros C G HG n.
  destruct (all_some _) as [classes |] eqn:E; [| now rewrite andb_false_r in C].
  apply andb_prop in C as [C W]. apply andb_prop in C as [C B]. apply andb_prop in C as [C Hq].
  apply andb_prop in C as [C Hm]. apply andb_prop in C as [Hk Z].
  apply N.leb_le in Hk. apply N.eqb_eq in Z. apply Z.ltb_lt in Hm. apply Z.leb_le in Hq.
  assert (D : forall s d, delta s d = go k transitions s d).
  { intros s d. unfold delta, go, T. apply look_table_of. }
  unfold automatic. rewrite <- (read_ext k delta _ D), <- look_table_of. fold O.
  apply (windows_law k delta (look O) m first places classes (N.of_nat (length outputs)) Hk Z Hm
                     a q0 G Hq eq_refl) with (fuel := N.to_nat fuel); auto.
  - intros r R. pose proof (all_some_nth (fun r => moves_of m (Z.of_nat r) q0 a) m classes [] r E R) as X.
    cbn beta in X. now rewrite Z2Nat.id in X by lia.
  - intros x L. apply all_from_spec with (m := x) in B; [| lia | lia].
    apply N.eqb_eq in B. rewrite <- B. symmetry. apply table_correct; [| lia].
    apply step_of_correct; auto. apply expression_wf.
Qed.
