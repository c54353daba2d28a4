(** Laws that finite automata decide: codes whose heaps have any sizes
    (discover/heaps/theorems/decided_by_automata/theorem.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate TakeAndBreak ManyHeaps Reach.
Import ListNotations.
Local Open Scope N_scope.

(** * States that are lists of numbers *)

(** A number for each list of numbers below [width], which is a hint. *)
Definition code_of (width : N) (s : list N) : positive :=
  N.succ_pos (fold_left (fun c x => c * width + x) s 1).

Definition all_reached (width : N) := Reach.all_reached (code_of width) same_numbers.

Lemma same_numbers_refl l : same_numbers l l = true.
Proof. induction l as [| x l IH]; cbn; auto. now rewrite N.eqb_refl. Qed.

Definition reached (width : N) :=
  Reach.reached (code_of width) same_numbers same_numbers_spec same_numbers_refl.

(** * Machines that read two numbers at once, least significant bits first *)

(** State 0 accepts nothing. *)
Record machine := Machine { size : N; steps : tmap; finals : tmap }.

(** From the state s by the bits a and b of the two numbers, to entry 4*s + a + 2*b. *)
Definition go (A : machine) (s a b : N) : N :=
  if s <? size A then look (steps A) (4 * s + a + 2 * b) else 0.

Definition good (A : machine) (s : N) : bool := (s <? size A) && (look (finals A) s =? 1).

Definition machine_of (transitions accepting : list N) : machine :=
  Machine (N.of_nat (length accepting)) (table_of transitions) (table_of accepting).

Definition bits : list N := [0; 1].

(** Zeros that follow the numbers change nothing, and from state 0 there is no way out. *)
Definition proper (A : machine) : bool :=
  all_from 0 (size A) (fun s => eqb (good A (go A s 0 0)) (good A s)) &&
  negb (good A 0) &&
  forallb (fun a => forallb (fun b => go A 0 a b =? 0) bits) bits.

Inductive accepts (A : machine) : N -> N -> N -> Prop :=
| ends s : good A s = true -> accepts A s 0 0
| goes s q v : accepts A (go A s (q mod 2) (v mod 2)) (q / 2) (v / 2) -> accepts A s q v.

Lemma is_bit d : In d bits <-> d < 2.
Proof. cbn. lia. Qed.

Lemma mod_2 q : q mod 2 < 2.
Proof. apply N.mod_lt. lia. Qed.

Lemma halves q : q = 2 * (q / 2) + q mod 2.
Proof. apply N.div_mod. lia. Qed.

(** The same, with what is forgotten where numbers are looked at as integers. *)
Lemma halving q : q = 2 * (q / 2) + q mod 2 /\ 0 <= q / 2 /\ 0 <= q mod 2 /\ q mod 2 < 2.
Proof. repeat split; try apply N.le_0_l; [apply halves | apply mod_2]. Qed.

Lemma half_positive q z :
  (if q mod 2 =? 0 then z else 1) = 1 \/ 1 <= q / 2 <-> z = 1 \/ 1 <= q.
Proof.
  destruct (halving q) as (E & A & B & C). revert E A B C.
  generalize (q / 2) as h, (q mod 2) as d. intros h d E _ _ L.
  destruct (N.eqb_spec d 0); split; intros [?|?]; auto; right; lia.
Qed.

Lemma positive_class m p h d :
  m = p * h + d -> d < p -> (if d =? 0 then 0 else 1) = 1 \/ 1 <= h <-> 1 <= m.
Proof.
  intros -> L. destruct (N.eqb_spec d 0) as [-> | D]; split; try (intros [? | ?]); nia || auto; lia.
Qed.

Section Proper.
  Variable A : machine.
  Hypothesis H : proper A = true.

  Lemma zeros s : good A (go A s 0 0) = good A s.
  Proof.
    unfold proper in H. apply andb_prop in H as [H' _]. apply andb_prop in H' as [Z D].
    destruct (N.lt_ge_cases s (size A)) as [L | L].
    - apply all_from_spec with (m := s) in Z; [| lia | lia]. now apply eqb_prop in Z.
    - unfold good at 2, go. rewrite (proj2 (N.ltb_ge _ _) L). cbn [andb].
      now apply negb_true_iff in D.
  Qed.

  Lemma dead_end q v : ~ accepts A 0 q v.
  Proof.
    assert (D : good A 0 = false).
    { unfold proper in H. apply andb_prop in H as [H' _]. apply andb_prop in H' as [_ D].
      now apply negb_true_iff in D. }
    assert (K : forall a b, a < 2 -> b < 2 -> go A 0 a b = 0).
    { unfold proper in H. apply andb_prop in H as [_ K]. rewrite forallb_forall in K.
      intros a b La Lb. apply is_bit in La, Lb. specialize (K _ La). rewrite forallb_forall in K.
      now apply N.eqb_eq, K. }
    intro C. remember 0 as s eqn:E in C. induction C as [s G | s q v _ IH]; subst.
    - congruence.
    - apply IH, K; apply mod_2.
  Qed.

  Lemma accepts_zero s q v : accepts A s q v -> q = 0 -> v = 0 -> good A s = true.
  Proof.
    induction 1 as [s G | s q v _ IH]; intros Q V; auto. subst.
    rewrite <- zeros. exact (IH eq_refl eq_refl).
  Qed.

  Lemma accepts_step s q v :
    accepts A s q v -> accepts A (go A s (q mod 2) (v mod 2)) (q / 2) (v / 2).
  Proof.
    intro C. inversion C; subst; auto. apply ends. cbn. now rewrite zeros.
  Qed.

  Lemma alive s q v : accepts A s q v -> s <> 0.
  Proof. intros C ->. now apply dead_end in C. Qed.
End Proper.

(** Acceptance, computed. *)
Fixpoint tests (A : machine) (fuel : nat) (s q v : N) : bool :=
  match fuel with
  | O => false
  | S fuel => if (q =? 0) && (v =? 0) then good A s
              else tests A fuel (go A s (q mod 2) (v mod 2)) (q / 2) (v / 2)
  end.

Lemma tests_spec A fuel s q v : tests A fuel s q v = true -> accepts A s q v.
Proof.
  revert s q v. induction fuel as [| fuel IH]; intros s q v T; cbn [tests] in T; [discriminate |].
  destruct (N.eqb_spec q 0), (N.eqb_spec v 0); cbn [andb] in T; subst;
    [now apply ends | | |]; apply goes, IH, T.
Qed.

(** Halves and last bits, as they are computed. *)
Definition half (x : N) : N := N.div2 x.
Definition bit (x : N) : N := if N.odd x then 1 else 0.

Lemma half_is x : half x = x / 2.
Proof. apply N.div2_div. Qed.

Lemma bit_is x : bit x = x mod 2.
Proof. rewrite <- N.bit0_mod, N.bit0_odd. unfold bit. now destruct (N.odd x). Qed.

(** * Loops over bits *)

Definition each {A} (f : N -> N -> list A) : list A :=
  flat_map (fun a => flat_map (f a) bits) bits.

Lemma In_each {A} (f : N -> N -> list A) a b x : a < 2 -> b < 2 -> In x (f a b) -> In x (each f).
Proof.
  intros La Lb I. apply is_bit in La, Lb. apply in_flat_map. exists a. split; auto.
  apply in_flat_map. now exists b.
Qed.

Definition unless_dead {A} (s : N) (l : list A) : list A := if s =? 0 then [] else l.

Lemma In_unless_dead {A} s (l : list A) x : s <> 0 -> In x l -> In x (unless_dead s l).
Proof. intros D I. unfold unless_dead. now rewrite (proj2 (N.eqb_neq s 0) D). Qed.

Lemma unless_dead_In {A} s (l : list A) x : In x (unless_dead s l) -> s <> 0 /\ In x l.
Proof. unfold unless_dead. destruct (N.eqb_spec s 0); [easy | auto]. Qed.

(** Sorted lists without repetitions. *)
Fixpoint insert (x : N) (l : list N) : list N :=
  match l with
  | [] => [x]
  | y :: k => if x <? y then x :: l else if x =? y then l else y :: insert x k
  end.

Definition sorted (l : list N) : list N := fold_right insert [] l.

Lemma insert_In x y l : In y (insert x l) -> y = x \/ In y l.
Proof.
  induction l as [| z l IH]; cbn [insert]; [intros [-> | []]; auto |].
  destruct (x <? z); [intros [-> | I]; auto |]. destruct (x =? z); [auto |].
  intros [-> | I]; [right; now left |]. apply IH in I as [-> | I]; auto. right. now right.
Qed.

Lemma sorted_In x l : In x (sorted l) -> In x l.
Proof.
  induction l as [| y l IH]; cbn; auto. intro I. apply insert_In in I as [-> | I]; auto.
Qed.

(** * Bits of sums and of xors *)

Lemma lxor_mod_2 x y : N.lxor x y mod 2 = (x mod 2 + y mod 2) mod 2.
Proof.
  rewrite <- !N.bit0_mod, N.lxor_spec. now destruct (N.testbit x 0), (N.testbit y 0).
Qed.

Lemma lxor_half x y : N.lxor x y / 2 = N.lxor (x / 2) (y / 2).
Proof. rewrite <- !N.div2_div, !N.div2_spec. apply N.shiftr_lxor. Qed.

Lemma lxor_doubled x y a b :
  a < 2 -> b < 2 -> N.lxor (2 * x + a) (2 * y + b) = 2 * N.lxor x y + (a + b) mod 2.
Proof.
  intros La Lb. rewrite (halves (N.lxor _ _)), lxor_half, lxor_mod_2.
  assert (D : forall z d, d < 2 -> (2 * z + d) / 2 = z /\ (2 * z + d) mod 2 = d).
  { intros z d L. split; symmetry; [apply (N.div_unique _ 2 z d) | apply (N.mod_unique _ 2 z d)]; lia. }
  destruct (D x a La) as [-> ->]. now destruct (D y b Lb) as [-> ->].
Qed.

Lemma sum_half a b c : (a + b + c) / 2 = a / 2 + b / 2 + (a mod 2 + b mod 2 + c) / 2.
Proof.
  symmetry. rewrite (halves a) at 3. rewrite (halves b) at 3.
  replace (2 * (a / 2) + a mod 2 + (2 * (b / 2) + b mod 2) + c)
    with ((a / 2 + b / 2) * 2 + (a mod 2 + b mod 2 + c)) by lia.
  now rewrite N.div_add_l by lia.
Qed.

Lemma sum_mod a b c : (a + b + c) mod 2 = (a mod 2 + b mod 2 + c) mod 2.
Proof.
  rewrite (halves a) at 1. rewrite (halves b) at 1.
  replace (2 * (a / 2) + a mod 2 + (2 * (b / 2) + b mod 2) + c)
    with (a mod 2 + b mod 2 + c + (a / 2 + b / 2) * 2) by lia.
  now rewrite N.mod_add by lia.
Qed.

(** * Relations by residues

    A family has a machine and p starts, one for each residue: it relates p*q + r to v if the machine
    accepts (q, v) from the start of r. *)
Record family := Family { reader : machine; starts : list N }.

Definition start (D : family) (r : N) : N := nth (N.to_nat r) (starts D) 0.

Definition family_of (transitions accepting first : list N) : family :=
  Family (machine_of transitions accepting) first.

Section Residues.
  Variable p : N.
  Hypothesis Hp : 1 <= p.

  Definition residues : list N := upto (N.to_nat p) 0.

  Lemma is_residue r : In r residues <-> r < p.
  Proof. unfold residues. rewrite In_upto. lia. Qed.

  Definition relates (D : family) (m v : N) : Prop :=
    accepts (reader D) (start D (m mod p)) (m / p) v.

  Lemma class_of q r : r < p -> (p * q + r) / p = q /\ (p * q + r) mod p = r.
  Proof.
    intro L. split; symmetry; [apply (N.div_unique _ p q r) | apply (N.mod_unique _ p q r)]; lia.
  Qed.

  Lemma relates_at D q r v : r < p -> relates D (p * q + r) v <-> accepts (reader D) (start D r) q v.
  Proof. intro L. unfold relates. destruct (class_of q r L) as [-> ->]. tauto. Qed.

  Lemma in_class m : m = p * (m / p) + m mod p /\ m mod p < p.
  Proof. split; [apply N.div_mod | apply N.mod_lt]; lia. Qed.

  Definition pairs_of_residues {A} (f : N -> N -> list A) : list A :=
    flat_map (fun a => flat_map (f a) residues) residues.

  (** ** A relation that is a function *)

  Section Function.
    Variable D : family.
    Let A := reader D.

    Definition function_next (s : list N) : list (list N) :=
      match s with
      | [s1; s2; d] =>
          each (fun a b => let t1 := go A s1 a b in
            unless_dead t1 (flat_map (fun c => let t2 := go A s2 a c in
              unless_dead t2 [[t1; t2; if b =? c then d else 1]]) bits))
      | _ => []
      end.

    Definition function_ok (s : list N) : bool :=
      match s with [s1; s2; d] => negb (good A s1 && good A s2 && (d =? 1)) | _ => false end.

    Definition check_function (fuel : nat) : bool :=
      all_reached (size A + 2) function_next function_ok fuel (map (fun s => [s; s; 0]) (starts D)).

    Hypothesis HA : proper A = true.
    Variable fuel : nat.
    Hypothesis checked : check_function fuel = true.

    Theorem is_function m v w : relates D m v -> relates D m w -> v = w.
    Proof.
      destruct (reached _ _ _ _ _ checked) as (P & F & O & X).
      assert (R : forall k q v w s1 s2 d, q + v + w < k -> P [s1; s2; d] ->
                  accepts A s1 q v -> accepts A s2 q w -> d <> 1 /\ v = w).
      { clear v w. induction k as [| k IH] using N.peano_ind; [lia |].
        intros q v w s1 s2 d L Ps C1 C2.
        destruct (N.eq_dec (q + v + w) 0) as [Z | Z].
        - assert (q = 0 /\ v = 0 /\ w = 0) as (-> & -> & ->) by lia. split; auto. intros ->.
          apply O in Ps. unfold function_ok in Ps.
          rewrite (accepts_zero A HA _ _ _ C1 eq_refl eq_refl), (accepts_zero A HA _ _ _ C2 eq_refl eq_refl) in Ps.
          discriminate.
        - apply accepts_step in C1, C2; auto.
          destruct (IH (q / 2) (v / 2) (w / 2) (go A s1 (q mod 2) (v mod 2)) (go A s2 (q mod 2) (w mod 2))
                      (if v mod 2 =? w mod 2 then d else 1)) as [D1 E];
            [| | exact C1 | exact C2 |].
          + pose proof (halving q). pose proof (halving v). pose proof (halving w). lia.
          + apply (X _ _ Ps). unfold function_next.
            apply In_each with (q mod 2) (v mod 2); try apply mod_2.
            apply In_unless_dead; [exact (alive A HA _ _ _ C1) |].
            apply in_flat_map. exists (w mod 2). split; [apply is_bit, mod_2 |].
            apply In_unless_dead; [exact (alive A HA _ _ _ C2) | now left].
          + destruct (N.eqb_spec (v mod 2) (w mod 2)) as [E' | _]; [| congruence].
            split; auto. rewrite (halves v), (halves w). congruence. }
      unfold relates. fold A. intros C1 C2.
      destruct (R (N.succ (m / p + v + w)) (m / p) v w (start D (m mod p)) (start D (m mod p)) 0) as [_ E];
        auto; [lia |].
      apply F, in_map_iff. exists (start D (m mod p)). split; auto.
      unfold start. destruct (nth_in_or_default (N.to_nat (m mod p)) (starts D) 0) as [I | I]; auto.
      exfalso. apply (alive A HA _ _ _ C1). exact I.
    Qed.
  End Function.

  (** ** Nonempty heaps: the same relation without 0 *)

  Section Positive.
    Variables G D : family.
    Let A := reader G.
    Let B := reader D.

    Definition positive_next (s : list N) : list (list N) :=
      match s with
      | [g; d; z] =>
          each (fun a b => let g' := go A g a b in let d' := go B d a b in
            if (g' =? 0) && (d' =? 0) then [] else [[g'; d'; if a =? 0 then z else 1]])
      | _ => []
      end.

    Definition positive_ok (s : list N) : bool :=
      match s with [g; d; z] => eqb (good B d) (good A g && (z =? 1)) | _ => false end.

    Definition check_positive (fuel : nat) : bool :=
      all_reached (size A + size B + 2) positive_next positive_ok fuel
        (map (fun r => [start G r; start D r; if r =? 0 then 0 else 1]) residues).

    Hypothesis HA : proper A = true.
    Hypothesis HB : proper B = true.
    Variable fuel : nat.
    Hypothesis checked : check_positive fuel = true.

    Theorem is_positive m v : relates D m v <-> relates G m v /\ 1 <= m.
    Proof.
      destruct (reached _ _ _ _ _ checked) as (P & F & O & X).
      assert (R : forall k q v g d z, q + v < k -> P [g; d; z] ->
                  accepts B d q v <-> accepts A g q v /\ (z = 1 \/ 1 <= q)).
      { clear v. induction k as [| k IH] using N.peano_ind; [lia |].
        intros q v g d z L Ps. destruct (N.eq_dec (q + v) 0) as [Z | Z].
        - assert (q = 0 /\ v = 0) as [-> ->] by lia. apply O in Ps. unfold positive_ok in Ps.
          apply eqb_prop in Ps. split.
          + intro C. apply accepts_zero in C; auto. rewrite C in Ps. symmetry in Ps.
            apply andb_prop in Ps as [X1 Y]. apply N.eqb_eq in Y. split; [now apply ends | now left].
          + intros [C [-> | ?]]; [| lia]. apply accepts_zero in C; auto. rewrite C in Ps. cbn in Ps.
            now apply ends.
        - pose proof (halving q). pose proof (halving v). pose proof (mod_2 q). pose proof (mod_2 v).
          assert (S1 : accepts B d q v <-> accepts B (go B d (q mod 2) (v mod 2)) (q / 2) (v / 2)).
          { split; [now apply accepts_step | apply goes]. }
          assert (S2 : accepts A g q v <-> accepts A (go A g (q mod 2) (v mod 2)) (q / 2) (v / 2)).
          { split; [now apply accepts_step | apply goes]. }
          rewrite S1, S2. set (g' := go A g _ _). set (d' := go B d _ _).
          destruct (N.eq_dec g' 0) as [Eg | Ng]; [destruct (N.eq_dec d' 0) as [Ed | Nd] |].
          + split; [intro C | intros [C _]]; exfalso; [rewrite Ed in C | rewrite Eg in C];
              [apply (dead_end B HB _ _ C) | apply (dead_end A HA _ _ C)].
          + rewrite (IH (q / 2) (v / 2) g' d' (if q mod 2 =? 0 then z else 1)); [| lia |].
            * apply and_iff_compat_l, half_positive.
            * apply (X _ _ Ps). unfold positive_next. apply In_each with (q mod 2) (v mod 2); auto.
              cbv zeta. fold g' d'. rewrite (proj2 (N.eqb_neq d' 0) Nd), andb_false_r. now left.
          + rewrite (IH (q / 2) (v / 2) g' d' (if q mod 2 =? 0 then z else 1)); [| lia |].
            * apply and_iff_compat_l, half_positive.
            * apply (X _ _ Ps). unfold positive_next. apply In_each with (q mod 2) (v mod 2); auto.
              cbv zeta. fold g' d'. rewrite (proj2 (N.eqb_neq g' 0) Ng). now left. }
      destruct (in_class m) as [E L]. unfold relates. fold A B.
      rewrite (R (N.succ (m / p + v)) (m / p) v (start G (m mod p)) (start D (m mod p))
                 (if m mod p =? 0 then 0 else 1)); [| apply N.lt_succ_diag_r |].
      - now apply and_iff_compat_l, positive_class with p.
      - apply F, in_map_iff. exists (m mod p). split; auto. now apply is_residue.
    Qed.
  End Positive.
(** ** Sums: (a + b, x xor y) for related (a, x) and (b, y) *)

  Section Sum.
    Variables F1 F2 D : family.
    Let A := reader F1.
    Let B := reader F2.
    Let T := reader D.
    Hypothesis HA : proper A = true.
    Hypothesis HB : proper B = true.
    Hypothesis HT : proper T = true.

    (** All sums are related: [c] is a carry. *)
    Definition up_next (s : list N) : list (list N) :=
      match s with
      | [s1; s2; c; t] =>
          each (fun a x => let t1 := go A s1 a x in unless_dead t1
            (each (fun b y => let t2 := go B s2 b y in unless_dead t2
              (let u := a + b + c in [[t1; t2; half u; go T t (bit u) (bit (x + y))]]))))
      | _ => []
      end.

    Definition up_ok (s : list N) : bool :=
      match s with
      | [s1; s2; c; t] => negb (good A s1 && good B s2 && (c =? 0)) || good T t
      | _ => false
      end.

    Definition check_up (fuel : nat) : bool :=
      all_reached (size A + size B + size T + 2) up_next up_ok fuel
        (pairs_of_residues (fun a b => unless_dead (start F1 a) (unless_dead (start F2 b)
          [[start F1 a; start F2 b; (a + b) / p; start D ((a + b) mod p)]]))).

    Theorem sums_related fuel :
      check_up fuel = true ->
      forall a b x y, relates F1 a x -> relates F2 b y -> relates D (a + b) (N.lxor x y).
    Proof.
      intro C. destruct (reached _ _ _ _ _ C) as (P & F & O & X).
      assert (R : forall k a x b y s1 s2 c t, a + x + b + y + c < k -> P [s1; s2; c; t] ->
                  accepts A s1 a x -> accepts B s2 b y -> accepts T t (a + b + c) (N.lxor x y)).
      { induction k as [| k IH] using N.peano_ind; [lia |].
        intros a x b y s1 s2 c t L Ps C1 C2. destruct (N.eq_dec (a + x + b + y + c) 0) as [Z | Z].
        - assert (a = 0 /\ x = 0 /\ b = 0 /\ y = 0 /\ c = 0) as (-> & -> & -> & -> & ->) by lia.
          apply ends. apply O in Ps. unfold up_ok in Ps.
          rewrite (accepts_zero A HA _ _ _ C1 eq_refl eq_refl), (accepts_zero B HB _ _ _ C2 eq_refl eq_refl) in Ps.
          exact Ps.
        - apply accepts_step in C1, C2; auto. apply goes.
          rewrite sum_half, sum_mod, lxor_half, lxor_mod_2.
          apply (IH _ _ _ _ (go A s1 (a mod 2) (x mod 2)) (go B s2 (b mod 2) (y mod 2))); auto.
          + clear - L Z. pose proof (halving a). pose proof (halving b). pose proof (halving x).
            pose proof (halving y). pose proof (halving (a mod 2 + b mod 2 + c)). lia.
          + apply (X _ _ Ps). unfold up_next. apply In_each with (a mod 2) (x mod 2); try apply mod_2.
            apply In_unless_dead; [exact (alive A HA _ _ _ C1) |].
            apply In_each with (b mod 2) (y mod 2); try apply mod_2.
            apply In_unless_dead; [exact (alive B HB _ _ _ C2) |].
            rewrite half_is, !bit_is. now left. }
      intros a b x y C1 C2. destruct (in_class a) as [Ea La], (in_class b) as [Eb Lb].
      assert (S : a + b = p * (a / p + b / p + (a mod p + b mod p) / p) + (a mod p + b mod p) mod p).
      { pose proof (N.div_mod (a mod p + b mod p) p). lia. }
      rewrite S, relates_at by (apply N.mod_lt; lia).
      apply (R _ _ _ _ _ _ _ _ _ (N.lt_succ_diag_r _)) with (2 := C1) (3 := C2).
      apply F. unfold pairs_of_residues. apply in_flat_map. exists (a mod p).
      split; [now apply is_residue |]. apply in_flat_map. exists (b mod p).
      split; [now apply is_residue |].
      apply In_unless_dead; [exact (alive A HA _ _ _ C1) |].
      apply In_unless_dead; [exact (alive B HB _ _ _ C2) | now left].
    Qed.

    (** Only sums are related: a state of [D] with those of two that can be guessed, of which the
        second one is less than [W]. *)
    Let w := N.size (size B).
    Let W := 2 ^ w.
    Definition pair_code (s1 s2 c : N) : N := N.double (N.shiftl s1 w + s2) + c.
    Definition first_of (e : N) : N := N.shiftr (half e) w.
    Definition second_of (e : N) : N := N.land (half e) (N.ones w).
    Definition carry_of (e : N) : N := bit e.

    Definition guess (a b e : N) : list N :=
      let s1 := first_of e in let s2 := second_of e in let c := carry_of e in
      flat_map (fun d => let f := bit (a + d + c) in let k := half (d + f + c) in
        flat_map (fun x => let t1 := go A s1 d x in unless_dead t1
          (let t2 := go B s2 f (bit (b + x)) in unless_dead t2
            (if t2 <? W then [pair_code t1 t2 k] else []))) bits) bits.

    Definition guesses (l : list N) (a b : N) : list N := sorted (flat_map (guess a b) l).

    Definition both_good (e : N) : bool :=
      good A (first_of e) && good B (second_of e) && (carry_of e =? 0).

    (** Zeros may follow. *)
    Fixpoint ends_well (fuel : nat) (l : list N) : bool :=
      if existsb both_good l then true else
      match fuel with O => false | S fuel => ends_well fuel (guesses l 0 0) end.

    Definition down_start (r : N) : list N :=
      start D r :: sorted (flat_map (fun a => let b := (r + p - a) mod p in
        unless_dead (start F1 a) (unless_dead (start F2 b)
          (if (start F2 b <? W) && (r + p * ((a + b) / p) =? a + b) && ((a + b) / p <? 2)
           then [pair_code (start F1 a) (start F2 b) ((a + b) / p)] else []))) residues).

    (** For each state of [D] sets of guesses, each of which is enough from there on: what follows a
        set holds one of the sets of the state that follows. The sets are hints. *)
    Variable enough : list (list (list N)).
    Definition sets_of (t : N) : list (list N) := nth (N.to_nat t) enough [].

    Definition within (l k : list N) : bool := forallb (fun e => existsb (N.eqb e) k) l.

    Definition some_within (t : N) (k : list N) : bool :=
      (t =? 0) || existsb (fun l => within l k) (sets_of t).

    Definition set_ok (zeros : nat) (t : N) (l : list N) : bool :=
      (if good T t then ends_well zeros l else true) &&
      forallb (fun a => forallb (fun b => some_within (go T t a b) (guesses l a b)) bits) bits.

    Definition check_down (zeros : nat) : bool :=
      forallb (fun t => forallb (set_ok zeros t) (sets_of t)) (upto (length enough) 0) &&
      forallb (fun r => some_within (start D r) (tl (down_start r))) residues.

    Lemma some_within_spec t k :
      t <> 0 -> some_within t k = true -> exists l, In l (sets_of t) /\ forall e, In e l -> In e k.
    Proof.
      intros Z C. unfold some_within in C. rewrite (proj2 (N.eqb_neq t 0) Z) in C.
      apply existsb_exists in C as (l & I & C). exists l. split; auto. intros e J.
      unfold within in C. rewrite forallb_forall in C. apply C, existsb_exists in J as (e' & J & E).
      apply N.eqb_eq in E. now subst.
    Qed.

    Definition witness (e q v : N) : Prop :=
      exists a x b y, accepts A (first_of e) a x /\ accepts B (second_of e) b y /\
        a + b + carry_of e = q /\ N.lxor x y = v.

    Lemma pair_code_spec s1 s2 c :
      s2 < W -> c < 2 -> first_of (pair_code s1 s2 c) = s1 /\ second_of (pair_code s1 s2 c) = s2 /\
      carry_of (pair_code s1 s2 c) = c.
    Proof.
      intros L2 Lc. unfold first_of, second_of, carry_of, pair_code.
      rewrite bit_is, half_is, N.shiftr_div_pow2, N.land_ones, N.shiftl_mul_pow2, N.double_spec.
      fold W. replace (2 * (s1 * W + s2) + c) with ((s1 * W + s2) * 2 + c) by lia.
      assert (E : ((s1 * W + s2) * 2 + c) / 2 = s1 * W + s2).
      { symmetry. apply (N.div_unique _ 2 _ c); lia. }
      rewrite E. repeat split.
      - symmetry. apply (N.div_unique _ W _ s2); lia.
      - symmetry. apply (N.mod_unique _ W s1 s2); lia.
      - symmetry. apply (N.mod_unique _ 2 (s1 * W + s2) c); lia.
    Qed.

    Lemma guesses_sound l a b e q v :
      a < 2 -> b < 2 -> In e (guesses l a b) -> witness e q v ->
      exists e', In e' l /\ witness e' (2 * q + a) (2 * v + b).
    Proof.
      intros La Lb I (a' & x' & b' & y' & C1 & C2 & E & V).
      apply sorted_In, in_flat_map in I as (e' & I' & I). exists e'. split; auto.
      unfold guess in I. apply in_flat_map in I as (d & Id & I). apply in_flat_map in I as (x & Ix & I).
      apply is_bit in Id, Ix.
      assert (Lc : carry_of e' < 2) by (unfold carry_of; rewrite bit_is; apply mod_2).
      remember (carry_of e') as c eqn:Hc. rewrite !bit_is, half_is in I.
      set (f := (a + d + c) mod 2) in *.
      apply unless_dead_In in I as [_ I]. apply unless_dead_In in I as [_ I].
      destruct (N.ltb_spec (go B (second_of e') f ((b + x) mod 2)) W) as [Lw | _]; [| easy].
      destruct I as [<- | []].
      assert (Lf : f < 2) by apply mod_2.
      assert (Ly : (b + x) mod 2 < 2) by apply mod_2.
      assert (Par : d + f + c = 2 * ((d + f + c) / 2) + a /\ (d + f + c) / 2 < 2).
      { clear - La Id Lc f. unfold f.
        assert (a = 0 \/ a = 1) as [-> | ->] by lia; assert (d = 0 \/ d = 1) as [-> | ->] by lia;
          assert (c = 0 \/ c = 1) as [-> | ->] by lia; split; reflexivity. }
      destruct Par as [Par Lk].
      destruct (pair_code_spec (go A (first_of e') d x) (go B (second_of e') f ((b + x) mod 2))
                  ((d + f + c) / 2) Lw Lk) as (E1 & E2 & E3).
      rewrite E1 in C1. rewrite E2 in C2. rewrite E3 in E.
      assert (DD : forall z r, r < 2 -> (2 * z + r) / 2 = z /\ (2 * z + r) mod 2 = r).
      { intros z r L. split; symmetry;
          [apply (N.div_unique _ 2 z r) | apply (N.mod_unique _ 2 z r)]; lia. }
      exists (2 * a' + d), (2 * x' + x), (2 * b' + f), (2 * y' + (b + x) mod 2).
      repeat split.
      - apply goes. destruct (DD a' d Id) as [-> ->]. now destruct (DD x' x Ix) as [-> ->].
      - apply goes. destruct (DD b' f Lf) as [-> ->]. now destruct (DD y' _ Ly) as [-> ->].
      - rewrite <- Hc. lia.
      - rewrite lxor_doubled by auto. rewrite V. f_equal.
        clear - Lb Ix. assert (b = 0 \/ b = 1) as [-> | ->] by lia;
          assert (x = 0 \/ x = 1) as [-> | ->] by lia; reflexivity.
    Qed.

    Lemma both_good_spec l : existsb both_good l = true -> exists e, In e l /\ witness e 0 0.
    Proof.
      intro E. apply existsb_exists in E as (e & I & G). exists e. split; auto.
      unfold both_good in G. apply andb_prop in G as [G Z]. apply andb_prop in G as [G1 G2].
      apply N.eqb_eq in Z. exists 0, 0, 0, 0. repeat split; [now apply ends | now apply ends |].
      now rewrite Z.
    Qed.

    Lemma ends_well_spec k l : ends_well k l = true -> exists e, In e l /\ witness e 0 0.
    Proof.
      revert l. induction k as [| k IH]; intros l E; cbn [ends_well] in E.
      - destruct (existsb both_good l) eqn:X; [now apply both_good_spec | discriminate].
      - destruct (existsb both_good l) eqn:X; [now apply both_good_spec |].
        apply IH in E as (e & I & V). apply guesses_sound with (q := 0) (v := 0) in I; auto; lia.
    Qed.

    Theorem related_are_sums zeros :
      check_down zeros = true ->
      forall m v, relates D m v ->
      exists a b x y, relates F1 a x /\ relates F2 b y /\ a + b = m /\ N.lxor x y = v.
    Proof.
      intro C. unfold check_down in C. apply andb_prop in C as [X F].
      rewrite forallb_forall in X, F.
      assert (O : forall t l, In l (sets_of t) -> set_ok zeros t l = true).
      { intros t l I. assert (L : (N.to_nat t < length enough)%nat).
        { destruct (Nat.lt_ge_cases (N.to_nat t) (length enough)) as [L | L]; auto.
          unfold sets_of in I. now rewrite nth_overflow in I. }
        assert (It : In t (upto (length enough) 0)) by (apply In_upto; lia).
        apply X in It. rewrite forallb_forall in It. now apply It. }
      assert (R : forall t q v, accepts T t q v -> forall l, In l (sets_of t) ->
                  exists e, In e l /\ witness e q v).
      { induction 1 as [t G | t q v C' IH]; intros l Ps; apply O in Ps; unfold set_ok in Ps;
          apply andb_prop in Ps as [E N].
        - rewrite G in E. now apply ends_well_spec in E.
        - rewrite forallb_forall in N. specialize (N (q mod 2) (proj2 (is_bit _) (mod_2 q))).
          rewrite forallb_forall in N. specialize (N (v mod 2) (proj2 (is_bit _) (mod_2 v))).
          apply some_within_spec in N as (k & Ik & N); [| exact (alive T HT _ _ _ C')].
          destruct (IH k Ik) as (e & I & V). apply N in I.
          apply guesses_sound with (q := q / 2) (v := v / 2) in I; try apply mod_2; auto.
          now rewrite <- !halves in I. }
      intros m v C'. destruct (in_class m) as [E L]. set (r := m mod p) in *.
      pose proof (proj2 (is_residue r) L) as Ir. apply F, some_within_spec in Ir as (l & Il & Y0);
        [| exact (alive T HT _ _ _ C')].
      destruct (R _ _ _ C' l Il) as (e & I & a & x & b & y & C1 & C2 & Q & V). apply Y0 in I.
      unfold down_start, tl in I. apply sorted_In, in_flat_map in I as (a0 & Ia & I).
      set (b0 := (r + p - a0) mod p) in *.
      apply unless_dead_In in I as [_ I]. apply unless_dead_In in I as [_ I].
      destruct (_ && _) eqn:Y in I; [| easy]. destruct I as [<- | []].
      apply andb_prop in Y as [Y Y3]. apply andb_prop in Y as [Y1 Y2].
      apply N.ltb_lt in Y1, Y3. apply N.eqb_eq in Y2.
      destruct (pair_code_spec (start F1 a0) (start F2 b0) ((a0 + b0) / p) Y1 Y3) as (E1 & E2 & E3).
      rewrite E1 in C1. rewrite E2 in C2. rewrite E3 in Q. apply is_residue in Ia.
      assert (Lb : b0 < p) by (apply N.mod_lt; lia).
      exists (p * a + a0), (p * b + b0), x, y. rewrite !relates_at by auto.
      repeat split; auto. rewrite E. nia.
    Qed.
  End Sum.
(** ** No heap: 0 tokens, value 0 *)

  Definition nothing : family := family_of [0; 0; 0; 0; 1; 0; 0; 0] [0; 1] [1].

  Lemma proper_nothing : proper (reader nothing) = true.
  Proof. reflexivity. Qed.

  Lemma is_nothing m v : relates nothing m v <-> m = 0 /\ v = 0.
  Proof.
    assert (R : forall s q w, accepts (reader nothing) s q w -> s = 1 -> q = 0 /\ w = 0).
    { induction 1 as [s G | s q w C IH]; intros ->; auto.
      assert (D : forall a b, a < 2 -> b < 2 -> a + b <> 0 -> go (reader nothing) 1 a b = 0).
      { intros a b La Lb E. assert (a = 0 \/ a = 1) as [-> | ->] by lia;
          assert (b = 0 \/ b = 1) as [-> | ->] by lia; try reflexivity. lia. }
      pose proof (mod_2 q) as Lq. pose proof (mod_2 w) as Lw.
      destruct (N.eq_dec (q mod 2 + w mod 2) 0) as [Z | Z].
      - apply N.eq_add_0 in Z as [Zq Zw]. rewrite Zq, Zw in IH.
        destruct (IH eq_refl) as [Hq Hw].
        now rewrite (halves q), (halves w), Hq, Hw, Zq, Zw.
      - exfalso. rewrite (D _ _ Lq Lw Z) in C. now apply (dead_end _ proper_nothing) in C. }
    destruct (in_class m) as [E L]. unfold relates. split.
    - intro C. assert (Z : m mod p = 0).
      { destruct (N.eq_dec (m mod p) 0) as [Z | Z]; auto. exfalso.
        apply (alive _ proper_nothing _ _ _ C). unfold start, nothing, family_of, starts.
        destruct (N.to_nat (m mod p)) as [| [| n]] eqn:T; auto. lia. }
      rewrite Z in C. apply R in C as [Q V]; auto. split; auto. rewrite E, Q, Z. lia.
    - intros [-> ->]. rewrite N.mod_0_l, N.div_0_l by lia. now apply ends.
  Qed.

  (** ** No option has the value of the heap *)

  Section Avoid.
    Variables G D : family.
    Variable k : N.
    Let A := reader D.
    Let B := reader G.
    Hypothesis HA : proper A = true.
    Hypothesis HB : proper B = true.

    Definition avoid_next (s : list N) : list (list N) :=
      match s with
      | [d; g; c] =>
          each (fun a b => let d' := go A d a b in unless_dead d'
            (let u := a + c in let g' := go B g (u mod 2) b in unless_dead g' [[d'; g'; u / 2]]))
      | _ => []
      end.

    Definition avoid_ok (s : list N) : bool :=
      match s with [d; g; c] => negb (good A d && good B g && (c =? 0)) | _ => false end.

    Definition check_avoid (fuel : nat) : bool :=
      all_reached (size A + size B + k + 2) avoid_next avoid_ok fuel
        (map (fun r => [start D r; start G ((r + k) mod p); (r + k) / p]) residues).

    Theorem avoids fuel :
      check_avoid fuel = true -> forall m v, relates D m v -> relates G (m + k) v -> False.
    Proof.
      intro C. destruct (reached _ _ _ _ _ C) as (P & F & O & X).
      assert (R : forall j q v d g c, q + v + c < j -> P [d; g; c] ->
                  accepts A d q v -> accepts B g (q + c) v -> False).
      { induction j as [| j IH] using N.peano_ind; [lia |].
        intros q v d g c L Ps C1 C2. destruct (N.eq_dec (q + v + c) 0) as [Z | Z].
        - assert (q = 0 /\ v = 0 /\ c = 0) as (-> & -> & ->) by lia.
          apply O in Ps. unfold avoid_ok in Ps.
          rewrite (accepts_zero A HA _ _ _ C1 eq_refl eq_refl), (accepts_zero B HB _ _ _ C2 eq_refl eq_refl) in Ps.
          discriminate.
        - apply accepts_step in C1, C2; auto.
          assert (S1 : (q + c) / 2 = q / 2 + (q mod 2 + c) / 2).
          { pose proof (sum_half q 0 c) as Y.
            change (0 / 2) with 0 in Y. change (0 mod 2) with 0 in Y. now rewrite !N.add_0_r in Y. }
          assert (S2 : (q + c) mod 2 = (q mod 2 + c) mod 2).
          { pose proof (sum_mod q 0 c) as Y. change (0 mod 2) with 0 in Y. now rewrite !N.add_0_r in Y. }
          rewrite S1, S2 in C2.
          apply (IH (q / 2) (v / 2) (go A d (q mod 2) (v mod 2))
                    (go B g ((q mod 2 + c) mod 2) (v mod 2)) ((q mod 2 + c) / 2)); auto.
          + clear - L Z. pose proof (halving q). pose proof (halving v).
            pose proof (halving (q mod 2 + c)). lia.
          + apply (X _ _ Ps). unfold avoid_next. apply In_each with (q mod 2) (v mod 2); try apply mod_2.
            apply In_unless_dead; [exact (alive A HA _ _ _ C1) |].
            apply In_unless_dead; [exact (alive B HB _ _ _ C2) | now left]. }
      intros m v C1 C2. destruct (in_class m) as [E L].
      assert (S : m + k = p * (m / p + (m mod p + k) / p) + (m mod p + k) mod p).
      { pose proof (N.div_mod (m mod p + k) p). lia. }
      rewrite S, relates_at in C2 by (apply N.mod_lt; lia).
      apply (R _ _ _ _ _ _ (N.lt_succ_diag_r _)) with (2 := C1) (3 := C2).
      apply F, in_map_iff. exists (m mod p). split; auto. now apply is_residue.
    Qed.
  End Avoid.

  (** ** Every smaller value is that of an option *)

  Section Cover.
    Variable G : family.
    Variable levels : list family.
    Variable moves : list (N * nat).
    Let B := reader G.
    Let level (i : nat) : family := nth i levels nothing.
    Let W : N := fold_right N.max 1 (map (fun D => size (reader D)) levels).
    Let I : N := N.of_nat (length levels).
    Hypothesis HB : proper B = true.

    (** The heaps of a move, a state of their machine, and a carry. *)
    Definition place_code (i d c : N) : N := (c * W + d) * I + i.
    Definition heaps_of (e : N) : nat := N.to_nat (e mod I).
    Definition state_of (e : N) : N := (e / I) mod W.
    Definition rest_of (e : N) : N := e / I / W.

    Definition option_reader (e : N) : machine := reader (level (heaps_of e)).

    Definition option_next (a b e : N) : list N :=
      let c := rest_of e in let x := (a + c) mod 2 in
      let d := go (option_reader e) (state_of e) x b in
      unless_dead d
        (if d <? W then [place_code (N.of_nat (heaps_of e)) d ((x + c) / 2)] else []).

    Definition options_next (l : list N) (a b : N) : list N :=
      sorted (flat_map (option_next a b) l).

    Definition cover_next (s : list N) : list (list N) :=
      match s with
      | g :: less :: l =>
          each (fun a w => let g' := go B g a w in unless_dead g'
            (map (fun b => g' :: (if b =? w then less else if b <? w then 1 else 0)
                              :: options_next l a b) bits))
      | _ => []
      end.

    Definition option_good (e : N) : bool :=
      good (option_reader e) (state_of e) && (rest_of e =? 0).

    Definition cover_ok (s : list N) : bool :=
      match s with
      | g :: less :: l => if good B g && (less =? 1) then existsb option_good l else true
      | _ => false
      end.

    Definition cover_start (r : N) : list N :=
      start G r :: 0 :: sorted (flat_map (fun m : N * nat =>
        let k := fst m in let s := (r + p * (k / p + 1) - k) mod p in
        let d := start (level (snd m)) s in
        unless_dead d
          (if (d <? W) && (s + k =? r + p * ((s + k) / p)) && (snd m <? length levels)%nat
           then [place_code (N.of_nat (snd m)) d ((s + k) / p)] else [])) moves).

    Definition check_cover (fuel : nat) : bool :=
      (1 <=? I) &&
      all_reached (2 * W * I + size B + 2) cover_next cover_ok fuel
        (flat_map (fun r => unless_dead (start G r) [cover_start r]) residues).

    Definition option_is (e q v : N) : Prop :=
      exists m, m + rest_of e = q /\ accepts (option_reader e) (state_of e) m v.

    Lemma place_code_spec i d c :
      d < W -> i < I ->
      heaps_of (place_code i d c) = N.to_nat i /\ state_of (place_code i d c) = d /\
      rest_of (place_code i d c) = c.
    Proof.
      intros Ld Li. unfold heaps_of, state_of, rest_of, place_code.
      assert (E : ((c * W + d) * I + i) / I = c * W + d).
      { symmetry. apply (N.div_unique _ I _ i); lia. }
      rewrite E. repeat split.
      - f_equal. symmetry. apply (N.mod_unique _ I (c * W + d) i); lia.
      - symmetry. apply (N.mod_unique _ W c d); lia.
      - symmetry. apply (N.div_unique _ W c d); lia.
    Qed.

    Lemma options_sound l a b e q v :
      a < 2 -> b < 2 -> 1 <= I -> In e (options_next l a b) -> option_is e q v ->
      exists e', In e' l /\ option_is e' (2 * q + a) (2 * v + b).
    Proof.
      intros La Lb LI J (m & E & C). apply sorted_In, in_flat_map in J as (e' & J' & J).
      exists e'. split; auto. unfold option_next in J. apply unless_dead_In in J as [_ J].
      set (c := rest_of e') in *. set (x := (a + c) mod 2) in *.
      destruct (N.ltb_spec (go (option_reader e') (state_of e') x b) W) as [Lw | _]; [| easy].
      destruct J as [<- | []].
      assert (Lx : x < 2) by apply mod_2.
      assert (Lh : N.of_nat (heaps_of e') < I).
      { unfold heaps_of. rewrite N2Nat.id. apply N.mod_lt. lia. }
      destruct (place_code_spec (N.of_nat (heaps_of e')) (go (option_reader e') (state_of e') x b)
                  ((x + c) / 2) Lw Lh) as (E1 & E2 & E3).
      unfold option_reader in C at 1. rewrite E1, Nat2N.id in C. fold (option_reader e') in C.
      rewrite E2 in C. rewrite E3 in E.
      assert (Par : x + c = 2 * ((x + c) / 2) + a).
      { rewrite (halves (x + c)) at 1. f_equal. unfold x.
        rewrite N.add_mod_idemp_l by lia. replace (a + c + c) with (a + c * 2) by lia.
        rewrite N.mod_add by lia. now apply N.mod_small. }
      exists (2 * m + x). split; [fold c; lia |]. apply goes.
      assert (DD : forall z r, r < 2 -> (2 * z + r) / 2 = z /\ (2 * z + r) mod 2 = r).
      { intros z r L. split; symmetry;
          [apply (N.div_unique _ 2 z r) | apply (N.mod_unique _ 2 z r)]; lia. }
      destruct (DD m x Lx) as [-> ->]. now destruct (DD v b Lb) as [-> ->].
    Qed.

    Theorem covers fuel :
      check_cover fuel = true ->
      forall n v w, relates G n w -> v < w ->
      exists k i, In (k, i) moves /\ k <= n /\ relates (level i) (n - k) v.
    Proof.
      intro C. unfold check_cover in C. apply andb_prop in C as [LI C]. apply N.leb_le in LI.
      destruct (reached _ _ _ _ _ C) as (P & F & O & X).
      assert (R : forall j q v w g less l, q + v + w < j -> P (g :: less :: l) ->
                  accepts B g q w -> v < w \/ (v = w /\ less = 1) ->
                  exists e, In e l /\ option_is e q v).
      { induction j as [| j IH] using N.peano_ind; [lia |].
        intros q v w g less l L Ps C1 V. destruct (N.eq_dec (q + v + w) 0) as [Z | Z].
        - assert (q = 0 /\ v = 0 /\ w = 0) as (-> & -> & ->) by lia. apply O in Ps.
          unfold cover_ok in Ps. rewrite (accepts_zero B HB _ _ _ C1 eq_refl eq_refl) in Ps.
          destruct V as [V | [_ ->]]; [lia |]. cbn in Ps.
          apply existsb_exists in Ps as (e & J & Y). exists e. split; auto.
          unfold option_good in Y. apply andb_prop in Y as [Y1 Y2]. apply N.eqb_eq in Y2.
          exists 0. rewrite Y2. split; [reflexivity | now apply ends].
        - apply accepts_step in C1; auto.
          destruct (IH (q / 2) (v / 2) (w / 2) (go B g (q mod 2) (w mod 2))
                       (if v mod 2 =? w mod 2 then less else if v mod 2 <? w mod 2 then 1 else 0)
                       (options_next l (q mod 2) (v mod 2))) as (e & J & Y); auto.
          + clear - L Z. pose proof (halving q). pose proof (halving v). pose proof (halving w). lia.
          + apply (X _ _ Ps). unfold cover_next. apply In_each with (q mod 2) (w mod 2); try apply mod_2.
            apply In_unless_dead; [exact (alive B HB _ _ _ C1) |].
            apply in_map_iff. exists (v mod 2). split; auto. apply is_bit, mod_2.
          + clear - V. destruct (halving v) as (Ev & _ & _ & Lv), (halving w) as (Ew & _ & _ & Lw).
            revert Ev Ew Lv Lw. generalize (v / 2) as v', (w / 2) as w', (v mod 2) as b, (w mod 2) as d.
            intros v' w' b d Ev Ew Lv Lw.
            destruct (N.eqb_spec b d), (N.ltb_spec b d); destruct V as [V | [V ?]]; lia.
          + apply options_sound with (q := q / 2) (v := v / 2) in J; try apply mod_2; auto.
            now rewrite <- !halves in J. }
      intros n v w C1 V. destruct (in_class n) as [E L]. set (r := n mod p) in *.
      unfold relates in C1. fold B in C1. fold r in C1.
      destruct (R _ (n / p) v w (start G r) 0 (tl (tl (cover_start r))) (N.lt_succ_diag_r _))
        as (e & J & m & M & Y); auto.
      - apply F, in_flat_map. exists r. split; [now apply is_residue |].
        apply In_unless_dead; [exact (alive B HB _ _ _ C1) | now left].
      - unfold cover_start, tl in J. apply sorted_In, in_flat_map in J as ([k i] & K & J).
        cbn [fst snd] in J. set (s := (r + p * (k / p + 1) - k) mod p) in *.
        apply unless_dead_In in J as [_ J]. destruct (_ && _) eqn:T in J; [| easy].
        destruct J as [<- | []]. apply andb_prop in T as [T T3]. apply andb_prop in T as [T1 T2].
        apply N.ltb_lt in T1. apply N.eqb_eq in T2. apply Nat.ltb_lt in T3.
        assert (Li : N.of_nat i < I) by (unfold I; lia).
        destruct (place_code_spec (N.of_nat i) (start (level i) s) ((s + k) / p) T1 Li) as (E1 & E2 & E3).
        unfold option_reader in Y. rewrite E1, Nat2N.id, E2 in Y. rewrite E3 in M.
        assert (Ls : s < p) by (apply N.mod_lt; lia).
        assert (N1 : n = p * m + s + k) by nia.
        exists k, i. repeat split; auto; [lia |].
        replace (n - k) with (p * m + s) by lia. now apply relates_at.
    Qed.
  End Cover.
End Residues.
