(** Laws that are linear, or the ruler function, on residue classes, proved by automata
    (discover/heaps/theorems/decided_by_automata/theorem.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate TakeAndBreak ManyHeaps Automata.
Import ListNotations.
Local Open Scope N_scope.

(** * Laws by residues *)

(** The greatest power of 2 that divides a number. *)
Fixpoint lowest_bit (m : positive) : positive :=
  match m with xO m => xO (lowest_bit m) | _ => xH end.

Definition lowest (m : N) : N := match m with N0 => 0 | Npos m => Npos (lowest_bit m) end.

(** What a class is from some q on: a*q + c; or, with m = q - origin, a*m + c - f*u, where u is the
    greatest power of 2 that divides m, and a*m + e where m is a power of 2, if there is an e. *)
Inductive tail :=
| Line (a c : Z)
| Ruler (a : Z) (origin : N) (c f : Z) (e : option Z).

Definition ruler_at (a c f : Z) (m : N) : Z := (a * Z.of_N m + c - f * Z.of_N (lowest m))%Z.
Definition line_at (a c : Z) (m : N) : Z := (a * Z.of_N m + c)%Z.

Definition tail_at (t : tail) (q : N) : N :=
  match t with
  | Line a c => Z.to_N (line_at a c q)
  | Ruler a origin c f e =>
      let m := q - origin in
      match e with
      | Some e => if m =? lowest m then Z.to_N (line_at a e m) else Z.to_N (ruler_at a c f m)
      | None => Z.to_N (ruler_at a c f m)
      end
  end.

(** The values of a class at q = 0, 1, ...: first these, then those of the tail. *)
Definition class := (list N * tail)%type.

Definition class_at (c : class) (q : N) : N :=
  if q <? N.of_nat (length (fst c)) then nth (N.to_nat q) (fst c) 0 else tail_at (snd c) q.

(** The value at n = p*q + r is that of class r at q. *)
Definition by_residues (p : N) (classes : list class) (n : N) : N :=
  class_at (nth (N.to_nat (n mod p)) classes ([], Line 0 0)) (n / p).

(** * A machine accepts (q, v) for all values v of a tail *)

Definition code_z (z : Z) : N :=
  match z with Z0 => 0 | Zpos p => Npos (xO p) | Zneg p => Npos (xI p) end.
Definition read_z (c : N) : Z :=
  match c with Npos (xO p) => Zpos p | Npos (xI p) => Zneg p | _ => Z0 end.

Lemma read_code z : read_z (code_z z) = z.
Proof. destruct z; reflexivity. Qed.

Section Tails.
  Variable A : machine.
  Variables (a f : Z) (fuel : nat).

  (** [0; s; k; c; l]: (m + k, a*m + c) is accepted from s for all m >= l.
      [1; s; k; c; l]: (m + k, a*m + c - f*u) is, for all m >= 1, if l = 1 for those that are no
      power of 2. [2; s; k; c]: (m + k, a*m + c) is, for all powers m of 2. [3; s; q; v]: (q, v)
      is. *)
  Definition tail_next (s : list N) : list (list N) :=
    match s with
    | [0; s; k; c; l] =>
        map (fun d => let w := (a * Z.of_N d + read_z c)%Z in
          [0; go A s ((d + k) mod 2) (Z.to_N (w mod 2)); (d + k) / 2; code_z (w / 2); (l + 1 - d) / 2])
          bits
    | [1; s; k; c; l] =>
        let w := read_z c in let w' := (a + w - f)%Z in
        [[1; go A s (k mod 2) (Z.to_N (w mod 2)); k / 2; code_z (w / 2); l];
         [0; go A s ((1 + k) mod 2) (Z.to_N (w' mod 2)); (1 + k) / 2; code_z (w' / 2); l]]
    | [2; s; k; c] =>
        let w := read_z c in let w' := (a + w)%Z in
        [2; go A s (k mod 2) (Z.to_N (w mod 2)); k / 2; code_z (w / 2)] ::
        (if (w' <? 0)%Z then []
         else [[3; go A s ((1 + k) mod 2) (Z.to_N (w' mod 2)); (1 + k) / 2; Z.to_N (w' / 2)]])
    | _ => []
    end.

  Definition tail_ok (s : list N) : bool :=
    match s with
    | [0; s; k; c; l] => negb ((k =? 0) && (c =? 0) && (l =? 0)) || good A s
    | [1; _; _; _; l] => l <? 2
    | [2; _; _; _] => true
    | [3; s; q; v] => tests A fuel s q v
    | _ => false
    end.

  Variable P : list N -> Prop.
  Hypothesis all_ok : forall s, P s -> tail_ok s = true.
  Hypothesis follow : forall s t, P s -> In t (tail_next s) -> P t.

  Lemma z_parts w x :
    let v := (2 * x + w)%Z in (0 <= v)%Z ->
    Z.to_N v mod 2 = Z.to_N (w mod 2) /\ Z.to_N v / 2 = Z.to_N (x + w / 2) /\ (0 <= x + w / 2)%Z.
  Proof.
    intros v H. assert (E : (v mod 2 = w mod 2)%Z).
    { unfold v. rewrite Z.add_comm, Z.mul_comm, Z.mod_add by lia. reflexivity. }
    assert (D : (v / 2 = x + w / 2)%Z).
    { unfold v. rewrite Z.mul_comm, Z.div_add_l by lia. reflexivity. }
    change 2 with (Z.to_N 2). rewrite <- Z2N.inj_mod, <- Z2N.inj_div by lia. rewrite E, D.
    repeat split; auto. rewrite <- D. apply Z.div_pos; lia.
  Qed.

  Lemma bit_parts m d k :
    d < 2 -> (2 * m + d + k) mod 2 = (d + k) mod 2 /\ (2 * m + d + k) / 2 = m + (d + k) / 2.
  Proof.
    intro L. replace (2 * m + d + k) with (d + k + m * 2) by lia.
    rewrite N.mod_add, N.div_add by lia. split; auto. lia.
  Qed.

  Lemma line_accepted n : forall s k c l m,
    P [0; s; k; code_z c; l] -> m + k + Z.to_N (line_at a c m) < n -> l <= m ->
    (0 <= line_at a c m)%Z -> accepts A s (m + k) (Z.to_N (line_at a c m)).
  Proof.
    induction n as [| n IH] using N.peano_ind; [lia |]. intros s k c l m Ps L Lm V.
    destruct (N.eq_dec (m + k + Z.to_N (line_at a c m)) 0) as [Z | Z].
    - assert (m = 0 /\ k = 0 /\ Z.to_N (line_at a c m) = 0) as (-> & -> & E) by lia.
      rewrite E. apply ends. apply all_ok in Ps. cbn [tail_ok] in Ps.
      unfold line_at in *. rewrite Z.mul_0_r, Z.add_0_l in *.
      assert (c = 0%Z) as -> by lia. assert (l = 0) as -> by lia.
      exact Ps.
    - destruct (halving m) as (Em & _ & _ & Ld). revert Em Ld.
      generalize (m / 2) as h, (m mod 2) as d. intros h d Em Ld.
      set (w := (a * Z.of_N d + c)%Z).
      assert (S : line_at a c m = (2 * (a * Z.of_N h) + w)%Z) by (unfold line_at, w; rewrite Em; lia).
      rewrite S in *. destruct (z_parts w (a * Z.of_N h) V) as (M & D & V').
      destruct (bit_parts h d k Ld) as [M' D'].
      apply goes. rewrite M, D, Em, M', D'.
      apply (IH _ _ (w / 2)%Z ((l + 1 - d) / 2)).
      + apply (follow _ _ Ps). cbn [tail_next]. apply in_map_iff. exists d. rewrite read_code.
        split; auto. now apply is_bit.
      + clear IH. fold (line_at a (w / 2)%Z h). pose proof (halving (d + k)). pose proof (halving (Z.to_N (2 * (a * Z.of_N h) + w))).
        rewrite D in H0. unfold line_at. lia.
      + apply N.lt_succ_r, N.div_lt_upper_bound; lia.
      + exact V'.
  Qed.

  Lemma lowest_even h : lowest (2 * h) = 2 * lowest h.
  Proof. destruct h; reflexivity. Qed.

  Lemma lowest_odd h : lowest (2 * h + 1) = 1.
  Proof. destruct h; reflexivity. Qed.

  Lemma ruler_accepted n : forall s k c l m,
    P [1; s; k; code_z c; l] -> m < n -> 1 <= m -> (l = 1 -> m <> lowest m) ->
    (0 <= ruler_at a c f m)%Z -> accepts A s (m + k) (Z.to_N (ruler_at a c f m)).
  Proof.
    induction n as [| n IH] using N.peano_ind; [lia |]. intros s k c l m Ps L Lm Np V.
    destruct (halving m) as (Em & _ & _ & Ld). revert Em Ld.
    generalize (m / 2) as h, (m mod 2) as d. intros h d Em Ld.
    assert (d = 0 \/ d = 1) as [-> | ->] by lia; subst m; clear Ld.
    - rewrite N.add_0_r in *.
      assert (S : ruler_at a c f (2 * h) = (2 * (a * Z.of_N h - f * Z.of_N (lowest h)) + c)%Z).
      { unfold ruler_at. rewrite lowest_even. lia. }
      rewrite S in *. destruct (z_parts _ _ V) as (M & D & V').
      destruct (bit_parts h 0 k) as [M' D']; [lia |]. rewrite N.add_0_r, N.add_0_l in M', D'.
      apply goes. rewrite M, D, M', D'.
      replace (a * Z.of_N h - f * Z.of_N (lowest h) + c / 2)%Z with (ruler_at a (c / 2) f h)
        in * by (unfold ruler_at; lia).
      apply (IH _ _ (c / 2)%Z l); auto; [| lia | lia |].
      + apply (follow _ _ Ps). cbn [tail_next]. rewrite read_code. now left.
      + intros El X. apply (Np El). rewrite lowest_even. lia.
    - assert (S : ruler_at a c f (2 * h + 1) = (2 * (a * Z.of_N h) + (a + c - f))%Z).
      { unfold ruler_at. rewrite lowest_odd. lia. }
      rewrite S in *. destruct (z_parts _ _ V) as (M & D & V').
      destruct (bit_parts h 1 k) as [M' D']; [lia |].
      apply goes. rewrite M, D, M', D'.
      apply (line_accepted (N.succ (h + (1 + k) / 2 + Z.to_N (line_at a ((a + c - f) / 2) h)))) with (l := l).
      + apply (follow _ _ Ps). cbn [tail_next]. rewrite read_code. right. now left.
      + apply N.lt_succ_diag_r.
      + apply all_ok in Ps. cbn [tail_ok] in Ps. apply N.ltb_lt in Ps.
        assert (l = 0 \/ l = 1) as [-> | ->] by lia; [lia |].
        destruct (N.eq_dec h 0) as [-> | ?]; [| lia]. exfalso. now apply Np.
      + exact V'.
  Qed.

  Lemma power_accepted n : forall s k c m,
    P [2; s; k; code_z c] -> m < n -> 1 <= m -> m = lowest m ->
    (0 <= line_at a c m)%Z -> accepts A s (m + k) (Z.to_N (line_at a c m)).
  Proof.
    induction n as [| n IH] using N.peano_ind; [lia |]. intros s k c m Ps L Lm Np V.
    destruct (halving m) as (Em & _ & _ & Ld). revert Em Ld.
    generalize (m / 2) as h, (m mod 2) as d. intros h d Em Ld.
    assert (d = 0 \/ d = 1) as [-> | ->] by lia; subst m; clear Ld.
    - rewrite N.add_0_r in *.
      assert (S : line_at a c (2 * h) = (2 * (a * Z.of_N h) + c)%Z) by (unfold line_at; lia).
      rewrite S in *. destruct (z_parts _ _ V) as (M & D & V').
      destruct (bit_parts h 0 k) as [M' D']; [lia |]. rewrite N.add_0_r, N.add_0_l in M', D'.
      apply goes. rewrite M, D, M', D'.
      apply (IH _ _ (c / 2)%Z); auto; [| lia | lia |].
      + apply (follow _ _ Ps). cbn [tail_next]. rewrite read_code. now left.
      + rewrite lowest_even in Np. lia.
    - rewrite lowest_odd in Np. assert (h = 0) as -> by lia. clear Np.
      change (2 * 0 + 1) with 1 in *.
      assert (S : line_at a c 1 = (2 * 0 + (a + c))%Z) by (unfold line_at; lia).
      rewrite S in *. destruct (z_parts _ _ V) as (M & D & V').
      apply goes. rewrite M, D.
      change (0 + (a + c) / 2)%Z with ((a + c) / 2)%Z. change (2 * 0 + (a + c))%Z with (a + c)%Z in *.
      assert (Q : P [3; go A s ((1 + k) mod 2) (Z.to_N ((a + c) mod 2)); (1 + k) / 2; Z.to_N ((a + c) / 2)]).
      { apply (follow _ _ Ps). cbn [tail_next]. rewrite read_code. right.
        destruct (Z.ltb_spec (a + c) 0); [lia | now left]. }
      apply all_ok in Q. now apply tests_spec in Q.
  Qed.
End Tails.

Lemma lowest_le m : lowest m <= m.
Proof. destruct m as [| m]; [easy |]. cbn [lowest]. induction m; cbn [lowest_bit]; lia. Qed.

(** A number that is no power of 2 is three times its lowest bit at least. *)
Lemma lowest_times_3 m : m <> lowest m -> 3 * lowest m <= m.
Proof.
  destruct m as [| m]; [easy |]. cbn [lowest]. intro H.
  assert (K : m <> lowest_bit m) by congruence. clear H.
  induction m as [m IH | m IH |]; cbn [lowest_bit] in *; [lia | | congruence].
  assert (m <> lowest_bit m) by congruence. specialize (IH H). lia.
Qed.

(** * The graph of the law *)

Section Graph.
  Variable p : N.
  Hypothesis Hp : 1 <= p.
  Variable G : family.
  Variable classes : list class.
  Let A := reader G.
  Variable fuel : nat.

  Definition width_of_tails : N := 2 ^ 16.

  Definition check_tail (s : N) (k : N) (t : tail) : bool :=
    match t with
    | Line a c =>
        (0 <=? a)%Z && (0 <=? line_at a c k)%Z &&
        all_reached width_of_tails (tail_next A a 0) (tail_ok A fuel) fuel [[0; s; 0; code_z c; k]]
    | Ruler a origin c f None =>
        (k =? origin + 1) && (0 <=? a - f)%Z && (0 <=? a)%Z && (0 <=? a - f + c)%Z &&
        all_reached width_of_tails (tail_next A a f) (tail_ok A fuel) fuel [[1; s; origin; code_z c; 0]]
    | Ruler a origin c f (Some e) =>
        (k =? origin + 1) && (0 <=? 3 * a - f)%Z && (0 <=? a)%Z && (0 <=? 3 * a - f + c)%Z &&
        (0 <=? a + e)%Z &&
        all_reached width_of_tails (tail_next A a f) (tail_ok A fuel) fuel
          [[1; s; origin; code_z c; 1]; [2; s; origin; code_z e]]
    end.

  Lemma check_tail_spec s k t :
    check_tail s k t = true -> forall q, k <= q -> accepts A s q (tail_at t q).
  Proof.
    intros C q L. destruct t as [a c | a origin c f [e |]]; cbn [check_tail tail_at] in *.
    - apply andb_prop in C as [C R]. apply andb_prop in C as [Ca Cc].
      apply Z.leb_le in Ca, Cc. destruct (reached _ _ _ _ _ R) as (P & F & O & X).
      replace q with (q + 0) at 1 by lia.
      apply (line_accepted A a 0 fuel P O X (N.succ (q + 0 + Z.to_N (line_at a c q)))) with (l := k); auto.
      + apply F. now left.
      + apply N.lt_succ_diag_r.
      + unfold line_at in *. nia.
    - apply andb_prop in C as [C R]. apply andb_prop in C as [C Ce]. apply andb_prop in C as [C Cc].
      apply andb_prop in C as [C Ca]. apply andb_prop in C as [Ck Cf].
      apply Z.leb_le in Ca, Cc, Cf, Ce. apply N.eqb_eq in Ck. subst k.
      destruct (reached _ _ _ _ _ R) as (P & F & O & X).
      set (m := q - origin). assert (Q : q = m + origin) by (unfold m; lia). rewrite Q at 1.
      assert (Lm : 1 <= m) by (unfold m; lia). clearbody m.
      destruct (N.eqb_spec m (lowest m)) as [E | E].
      + apply (power_accepted A a f fuel P O X (N.succ m)); auto;
          [apply F; right; now left | lia | unfold line_at; nia].
      + apply (ruler_accepted A a f fuel P O X (N.succ m)) with (l := 1); auto;
          [apply F; now left | lia |].
        apply lowest_times_3 in E. unfold ruler_at.
        assert (1 <= lowest m) by (destruct m; [lia | cbn; lia]). nia.
    - apply andb_prop in C as [C R]. apply andb_prop in C as [C Cc].
      apply andb_prop in C as [C Ca]. apply andb_prop in C as [Ck Cf].
      apply Z.leb_le in Ca, Cc, Cf. apply N.eqb_eq in Ck. subst k.
      destruct (reached _ _ _ _ _ R) as (P & F & O & X).
      set (m := q - origin). assert (Q : q = m + origin) by (unfold m; lia). rewrite Q at 1.
      assert (Lm : 1 <= m) by (unfold m; lia). clearbody m.
      apply (ruler_accepted A a f fuel P O X (N.succ m)) with (l := 0); auto;
        [apply F; now left | lia | lia |].
      pose proof (lowest_le m). unfold ruler_at.
      assert (1 <= lowest m) by (destruct m; [lia | cbn; lia]). nia.
  Qed.

  Definition check_class (r : N) : bool :=
    let c := nth (N.to_nat r) classes ([], Line 0 0) in
    let k := N.of_nat (length (fst c)) in
    forallb (fun q => tests A fuel (start G r) q (nth (N.to_nat q) (fst c) 0)) (upto (length (fst c)) 0) &&
    check_tail (start G r) k (snd c).

  Definition check_graph : bool := forallb check_class (residues p).

  Theorem is_graph : check_graph = true -> forall n, relates p G n (by_residues p classes n).
  Proof.
    unfold check_graph. rewrite forallb_forall. intros C n.
    destruct (in_class p Hp n) as [_ L]. specialize (C (n mod p)).
    unfold check_class in C. unfold relates, by_residues, class_at. fold A.
    set (c := nth (N.to_nat (n mod p)) classes ([], Line 0 0)) in *.
    destruct (andb_prop _ _ (C (proj2 (is_residue p Hp _) L))) as [C1 C2]. clear C.
    destruct (N.ltb_spec (n / p) (N.of_nat (length (fst c)))) as [S | S].
    - rewrite forallb_forall in C1. apply (tests_spec A fuel), C1, In_upto. split; [apply N.le_0_l | now rewrite N.add_0_l].
    - now apply (check_tail_spec _ _ _ C2).
  Qed.
End Graph.

(** * The theorem *)

Section Law.
  Variables (p : N) (G : family) (classes : list class) (heaps : list family).
  Variable moves : list (N * nat).
  Variables (enough : list (list (list (list N)))) (zeros fuel : nat).
  Let F := by_residues p classes.
  Let level (i : nat) : family := nth i (nothing :: heaps) nothing.

  Definition one_heap : family := nth 0 heaps nothing.

  (** [heaps] are the values of one heap, of two heaps, and so on; [enough] are the hints for two
      heaps, for three, and so on. *)
  Definition check_sum (i : nat) : bool :=
    proper (reader (level (S i))) &&
    check_up p one_heap (level i) (level (S i)) fuel &&
    check_down p one_heap (level i) (level (S i)) (nth (i - 1) enough []) zeros.

  Definition check_heaps : bool :=
    (1 <=? p) && proper (reader G) && proper (reader one_heap) &&
    check_function G fuel && check_graph p G classes fuel && check_positive p G one_heap fuel &&
    forallb check_sum (seq 1 (length heaps - 1)).

  Definition check_automata : bool :=
    check_heaps && forallb sound_move moves &&
    forallb (fun m : N * nat => (snd m <=? length heaps)%nat &&
                                check_avoid p G (level (snd m)) (fst m) fuel) moves &&
    check_cover p G (nothing :: heaps) moves fuel.

  Lemma parts_of_succ (f : N -> N) i m v :
    value_of_parts f (S i) m v <->
    exists a b y, 1 <= a /\ value_of_parts f i b y /\ a + b = m /\ v = N.lxor (f a) y.
  Proof.
    split.
    - intros (o & L & Q & T & ->). destruct o as [| a o]; [discriminate |].
      inversion_clear Q as [| ? ? X Y]. exists a, (total o), (xor_list (map f o)).
      repeat split; auto. exists o. cbn in L. repeat split; auto.
    - intros (a & b & y & L & (o & Lo & Q & T & ->) & E & ->). exists (a :: o).
      repeat split; cbn; auto; [now constructor | lia].
  Qed.

  Lemma heaps_are :
    check_heaps = true ->
    1 <= p /\ proper (reader G) = true /\ (forall n v, relates p G n v <-> v = F n) /\
    forall i, (i <= length heaps)%nat ->
      proper (reader (level i)) = true /\
      forall m v, relates p (level i) m v <-> value_of_parts F i m v.
  Proof.
    intro C. unfold check_heaps in C.
    apply andb_prop in C as [C Csums]. apply andb_prop in C as [C Cpos].
    apply andb_prop in C as [C Cgraph]. apply andb_prop in C as [C Cfun].
    apply andb_prop in C as [C C1]. apply andb_prop in C as [Hp CG]. apply N.leb_le in Hp.
    rewrite forallb_forall in Csums.
    assert (HF : forall n v, relates p G n v <-> v = F n).
    { intros n v. pose proof (is_graph p Hp G classes fuel Cgraph n) as Y. split.
      - intro Z. exact (is_function p Hp G CG fuel Cfun n v _ Z Y).
      - intros ->. exact Y. }
    assert (H1 : forall m v, relates p one_heap m v <-> 1 <= m /\ v = F m).
    { intros m v. rewrite (is_positive p Hp G one_heap CG C1 fuel Cpos m v), HF. tauto. }
    assert (HL : forall i, (i <= length heaps)%nat ->
              proper (reader (level i)) = true /\
              forall m v, relates p (level i) m v <-> value_of_parts F i m v).
    { induction i as [| i IH]; intro L.
      - split; [reflexivity |]. intros m v. change (level 0) with nothing. rewrite (is_nothing p Hp). split.
        + intros [-> ->]. exists []. repeat split. constructor.
        + intros (o & Lo & _ & T & ->). destruct o; [cbn in T; auto | discriminate].
      - destruct i as [| i].
        + assert (E : level 1 = one_heap) by reflexivity. rewrite E. split; auto.
          intros m v. rewrite H1, parts_of_succ. split.
          * intros [Lm ->]. exists m, 0, 0. repeat split; [auto | | lia | now rewrite N.lxor_0_r].
            exists []. repeat split. constructor.
          * intros (a & b & y & La & (o & Lo & _ & T & ->) & Em & ->).
            destruct o; [| discriminate]. cbn in T. subst b. rewrite N.add_0_r in Em. subst a.
            cbn. now rewrite N.lxor_0_r.
        + destruct IH as [Pi IH]; [lia |].
          assert (I : In (S i) (seq 1 (length heaps - 1))) by (apply in_seq; lia).
          apply Csums in I. unfold check_sum in I. apply andb_prop in I as [I D].
          apply andb_prop in I as [Pj U]. split; auto. intros m v. rewrite parts_of_succ. split.
          * intro Y. destruct (related_are_sums p Hp one_heap (level (S i)) (level (S (S i))) Pj _ zeros D m v Y)
              as (a & b & x & y & R1 & R2 & E & <-).
            apply H1 in R1 as [La ->]. apply IH in R2. exists a, b, y. auto.
          * intros (a & b & y & La & Y & <- & ->).
            apply (sums_related p Hp one_heap (level (S i)) (level (S (S i))) C1 Pi fuel U); [| now apply IH].
            now apply H1. }
    auto.
  Qed.

  Hypothesis checked : check_automata = true.

  Theorem automata_values : is_grundy (code moves) F.
  Proof.
    pose proof checked as C. unfold check_automata in C.
    apply andb_prop in C as [C Ccover]. apply andb_prop in C as [C Cavoid].
    apply andb_prop in C as [C _]. rewrite forallb_forall in Cavoid.
    destruct (heaps_are C) as (Hp & CG & HF & HL).
    intro n. symmetry. apply mex_of_is_mex.
    assert (V : forall v, In v (map (fun o => xor_list (map F o)) (code moves n)) <->
                  exists k i, In (k, i) moves /\ k <= n /\ value_of_parts F i (n - k) v).
    { intro v. rewrite in_map_iff. split.
      - intros (o & <- & I). apply In_code in I as (k & i & I & Lk & Li & P & T).
        exists k, i. repeat split; auto. now exists o.
      - intros (k & i & I & Lk & o & Li & P & T & ->). exists o. split; auto.
        apply In_code. now exists k, i. }
    split.
    - rewrite V. intros (k & i & I & Lk & Y). apply Cavoid in I. cbn [fst snd] in I.
      apply andb_prop in I as [Li I]. apply Nat.leb_le in Li. destruct (HL i Li) as [Pi HLi].
      apply HLi in Y.
      apply (avoids p Hp G (level i) k Pi CG fuel I (n - k) (F n) Y).
      replace (n - k + k) with n by lia. now apply HF.
    - intros v L. apply V.
      destruct (covers p Hp G (nothing :: heaps) moves CG fuel Ccover n v (F n)) as (k & i & I & Lk & Y);
        [now apply HF | exact L |].
      exists k, i. repeat split; auto. apply Cavoid in I. cbn [snd] in I.
      apply andb_prop in I as [Li _]. apply Nat.leb_le in Li. now apply (HL i Li).
  Qed.

  Theorem automata_law H : is_grundy (code moves) H -> forall n, H n = by_residues p classes n.
  Proof.
    intro HH. assert (S : forallb sound_move moves = true).
    { unfold check_automata in checked. repeat (apply andb_prop in checked as [checked ?]).
      match goal with X : forallb sound_move moves = true |- _ => exact X end. }
    apply (grundy_unique _ (code_wf _ S) _ _ HH automata_values).
  Qed.
End Law.

(** * Laws G(n + q) = G(n) + s *)

Section Progression.
  Variables (p : N) (classes : list class) (q n0 : N).
  Variable rise : N -> N.
  Hypothesis same_rise : forall n, rise (n mod p) = rise n.

  (** From m on, q of class r is a line; it climbs as the rise at r says. *)
  Definition check_rise_at (r : N) : bool :=
    let r' := (r + q) mod p in let carry := (r + q) / p in
    let m := (n0 + p - 1 - r) / p in
    match nth (N.to_nat r) classes ([], Line 0 0), nth (N.to_nat r') classes ([], Line 0 0) with
    | (l, Line a c), (l', Line a' c') =>
        (N.of_nat (length l) <=? m) && (N.of_nat (length l') <=? m + carry) &&
        (0 <=? a)%Z && (a =? a')%Z && (0 <=? line_at a c m)%Z &&
        (line_at a c' carry =? c + Z.of_N (rise r))%Z
    | _, _ => false
    end.

  Definition check_rise : bool := (1 <=? p) && forallb check_rise_at (residues p).

  Lemma rises :
    check_rise = true ->
    forall n, n0 <= n -> by_residues p classes (n + q) = by_residues p classes n + rise n.
  Proof.
    unfold check_rise. intro C. apply andb_prop in C as [Hp C]. apply N.leb_le in Hp.
    rewrite forallb_forall in C. intros n L.
    destruct (in_class p Hp n) as [E Lr]. specialize (C (n mod p) (proj2 (is_residue p Hp _) Lr)).
    rewrite <- same_rise. unfold by_residues.
    assert (S : n + q = p * (n / p + (n mod p + q) / p) + (n mod p + q) mod p).
    { pose proof (N.div_mod (n mod p + q) p). lia. }
    assert (L' : (n mod p + q) mod p < p) by (apply N.mod_lt; lia).
    destruct (class_of p Hp (n / p + (n mod p + q) / p) _ L') as [D M].
    rewrite S, D, M. clear S D M. set (x := n / p) in *. set (r := n mod p) in *.
    unfold check_rise_at in C. set (m := (n0 + p - 1 - r) / p) in *.
    assert (Lm : m <= x).
    { apply N.lt_succ_r. unfold m. apply N.div_lt_upper_bound; lia. }
    destruct (nth (N.to_nat r) classes _) as [l [a c | ? ? ? ? ?]]; [| discriminate].
    destruct (nth (N.to_nat _) classes _) as [l' [a' c' | ? ? ? ? ?]]; [| discriminate].
    repeat (apply andb_prop in C as [C ?]).
    apply N.leb_le in C, H3. apply Z.leb_le in H0, H2. apply Z.eqb_eq in H, H1. subst a'.
    unfold class_at. cbn [fst snd tail_at].
    rewrite (proj2 (N.ltb_ge x _)) by lia. rewrite (proj2 (N.ltb_ge (x + _) _)) by lia.
    unfold line_at in *.
    assert (0 <= a * Z.of_N x + c)%Z by nia.
    rewrite <- (N2Z.id (rise r)), <- Z2N.inj_add by lia. f_equal. rewrite N2Z.inj_add. lia.
  Qed.
End Progression.

Lemma classes_period p classes q s n0 H :
  check_rise p classes q n0 (fun _ => s) = true -> (forall n, H n = by_residues p classes n) ->
  forall n, n0 <= n -> H (n + q) = H n + s.
Proof. intros R E n L. rewrite !E. now apply (rises p classes q n0 (fun _ => s)). Qed.

(** What is added depends on the residue of n modulo q. *)
Definition check_split (p : N) classes (q : N) (rises_by : list N) n0 : bool :=
  (1 <=? q) && (p mod q =? 0) &&
  check_rise p classes q n0 (fun n => nth (N.to_nat (n mod q)) rises_by 0).

Lemma classes_split p classes q rises_by n0 H :
  check_split p classes q rises_by n0 = true -> (forall n, H n = by_residues p classes n) ->
  forall n, n0 <= n -> H (n + q) = H n + nth (N.to_nat (n mod q)) rises_by 0.
Proof.
  intros C E n L. apply andb_prop in C as [C R]. apply andb_prop in C as [Q D].
  apply N.leb_le in Q. apply N.eqb_eq in D. rewrite !E.
  apply (rises p classes q n0 (fun n => nth (N.to_nat (n mod q)) rises_by 0)); auto.
  intro k. do 2 f_equal. destruct (N.eq_dec p 0) as [-> | Hp]; [now destruct k |].
  assert (S : k = k mod p + (p / q * (k / p)) * q).
  { pose proof (N.div_mod k p Hp) as E1. pose proof (N.div_mod p q) as E2.
    assert (E3 : p = q * (p / q)) by lia. clear E2 D Q. rewrite E1 at 1.
    replace (p / q * (k / p) * q) with (q * (p / q) * (k / p)) by lia. rewrite <- E3. lia. }
  rewrite S at 2. now rewrite N.mod_add by lia.
Qed.

Theorem automata_period p G classes heaps moves enough zeros fuel q s n0 :
  check_automata p G classes heaps moves enough zeros fuel && check_rise p classes q n0 (fun _ => s) = true ->
  forall H, is_grundy (code moves) H -> forall n, n0 <= n -> H (n + q) = H n + s.
Proof.
  intros C H HH. apply andb_prop in C as [C R]. apply (classes_period p classes q s n0 H R).
  now apply (automata_law p G classes heaps moves enough zeros fuel C).
Qed.

Theorem automata_split p G classes heaps moves enough zeros fuel q rises_by n0 :
  check_automata p G classes heaps moves enough zeros fuel && check_split p classes q rises_by n0 = true ->
  forall H, is_grundy (code moves) H ->
  forall n, n0 <= n -> H (n + q) = H n + nth (N.to_nat (n mod q)) rises_by 0.
Proof.
  intros C H HH. apply andb_prop in C as [C R]. apply (classes_split p classes q rises_by n0 H R).
  now apply (automata_law p G classes heaps moves enough zeros fuel C).
Qed.
