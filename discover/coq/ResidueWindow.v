(** Periods of rules that are lists of expressions: one common period decides
    (discover/heaps/theorems/residue_window.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Evaluate Expression.
Import ListNotations.
Local Open Scope Z_scope.

Section Law.
  Variables (a : options) (m q0 : Z) (classes : list (list (list line))) (G : N -> N).
  Variables (first p n0 Q : N).
  Hypothesis Hm : 0 < m.
  Hypothesis Hclasses : forall r, 0 <= r < m -> moves_of m r q0 a = Some (nth (Z.to_nat r) classes []).
  Hypothesis Hp : (1 <= p)%N.
  Hypothesis Hfirst : m * q0 <= Z.of_N first.
  Hypothesis Hn0 : (n0 <= first)%N.
  Hypothesis HQ : (1 <= Q)%N.
  Variables (steps periods : Z).
  Hypothesis HQm : Z.of_N Q = m * steps.
  Hypothesis HQp : Z.of_N Q = Z.of_N p * periods.

  (** A heap is constant, or it lies in the periodic part, and goes on by a multiple of p. *)
  Definition fits (l : line) : Prop :=
    fst l = 0 \/
    0 <= fst l /\ Z.of_N n0 <= fst l * (Z.of_N first / m) + snd l /\
    (fst l * steps) mod Z.of_N p = 0.

  Hypothesis Hfits : forall r o l,
    0 <= r < m -> In o (nth (Z.to_nat r) classes []) -> In l o -> fits l.
  Hypothesis HG : is_grundy (expression a) G.

  Lemma many_periods n :
    (forall x, n0 <= x -> x + p < n -> G (x + p) = G x)%N ->
    forall i x, (n0 <= x -> x + i * p < n -> G (x + i * p) = G x)%N.
  Proof.
    intros L i x Hx. induction i as [| i IH] using N.peano_ind; intro B; [f_equal; lia |].
    replace (x + N.succ i * p)%N with (x + i * p + p)%N in * by lia. rewrite L by lia. apply IH. lia.
  Qed.

(** Let the options of n >= m*q0 be those of its class n mod m: constants and lines. Let all heaps
    of n >= first >= n0 that are no constants be at least n0, and let Q be a multiple of m and of
    p such that each heap of n + Q is that of n and a multiple of p more. If G(n + p) = G(n) for
    all n >= n0 with n + p < first + Q, then for all n >= n0. Proof: n and n - Q have options of
    the same values. *)
  Theorem residue_window :
    (forall n, n0 <= n -> n + p < first + Q -> G (n + p) = G n)%N ->
    forall n, (n0 <= n)%N -> (G (n + p) = G n)%N.
  Proof.
    intro W.
    assert (X : forall n x, (n0 <= x -> x + p < n -> G (x + p) = G x)%N).
    2: { intros n Hn. apply (X (n + p + 1)%N); lia. }
    induction n as [| n IH] using N.peano_ind; intros x Hx B; [lia |].
    destruct (N.eq_dec (x + p) n) as [E | D]; [| apply IH; lia].
    destruct (N.lt_ge_cases (x + p) (first + Q)) as [L | L]; [auto |].
    assert (PQ : 1 <= periods) by nia.
    (* n and n - Q have options of the same values *)
    set (k := (n - Q)%N).
    assert (S : G n = G k).
    { rewrite (HG n), (HG k). f_equal.
      set (r := Z.of_N k mod m). set (q := Z.of_N k / m).
      assert (R : 0 <= r < m) by (apply Z.mod_pos_bound; lia).
      assert (Zk : Z.of_N k = m * q + r) by (apply Z.div_mod; lia).
      assert (Fq : Z.of_N first / m <= q) by (apply Z.div_le_mono; lia).
      assert (Hq : q0 <= q) by (assert (q0 <= Z.of_N first / m) by (apply Z.div_le_lower_bound; lia); lia).
      assert (Zn : Z.of_N n = m * (q + steps) + r) by lia.
      assert (St : 0 <= steps) by nia.
      rewrite (moves_of_spec m r q0 a _ k q (Hclasses r R) Hq Zk).
      assert (Hq' : q0 <= q + steps) by lia.
      assert (O := moves_of_spec m r q0 a _ n (q + steps) (Hclasses r R) Hq' Zn).
      assert (Small : forall o h, In o (expression a n) -> In h o -> (h < n)%N)
        by (intros o h; apply expression_wf).
      rewrite O in *. rewrite !map_map. apply map_ext_in. intros o I. f_equal.
      rewrite !map_map. apply map_ext_in. intros l J.
      assert (Hl : (Z.to_N (at_q (q + steps) l) < n)%N).
      { apply (Small (map (fun l => Z.to_N (at_q (q + steps) l)) o)).
        - now apply (in_map (fun o => map (fun l => Z.to_N (at_q (q + steps) l)) o)).
        - now apply (in_map (fun l => Z.to_N (at_q (q + steps) l))). }
      destruct (Hfits r o l R I J) as [Z | (A & Low & Div)].
      - unfold at_q. now rewrite Z.
      - assert (At : at_q (q + steps) l = at_q q l + fst l * steps) by (unfold at_q; ring).
        assert (Lo : Z.of_N n0 <= at_q q l) by (unfold at_q; nia).
        apply Z.mod_divide in Div as (i & Div); [| lia].
        assert (0 <= i) by nia.
        assert (Eh : Z.to_N (at_q (q + steps) l) = (Z.to_N (at_q q l) + Z.to_N i * p)%N) by (rewrite At, Div, Z2N.inj_add, Z2N.inj_mul, N2Z.id by lia; reflexivity).
        rewrite Eh in Hl |- *. apply (many_periods n IH); [lia | exact Hl]. }
    rewrite E, S. replace x with (k + Z.to_N (periods - 1) * p)%N.
    - symmetry. apply (many_periods n IH); [lia |]. nia.
    - unfold k. nia.
  Qed.
End Law.

(** m and q0 give the classes; first, from where on all options lie in the periodic part, and Q, a
    common period, are numbers that the check tests. *)
Definition check_residue (a : options) (m q0 : Z) (p n0 first Q : N) : bool :=
  let B := (first + Q)%N in
  let T := table (step_of (expression a)) B in
  let steps := Z.of_N Q / m in
  let fit l := (fst l =? 0) ||
               ((0 <=? fst l) && (Z.of_N n0 <=? fst l * (Z.of_N first / m) + snd l) &&
                ((fst l * steps) mod Z.of_N p =? 0)) in
  (0 <? m) && (1 <=? p)%N && (1 <=? Q)%N && (n0 <=? first)%N && (m * q0 <=? Z.of_N first) &&
  (Z.of_N Q mod m =? 0) && (Q mod p =? 0)%N &&
  match all_some (map (fun r => moves_of m (Z.of_nat r) q0 a) (seq 0 (Z.to_nat m))) with
  | Some classes => forallb (forallb (forallb fit)) classes
  | None => false
  end &&
  all_from n0 (B - p - n0) (fun n => look T (n + p) =? look T n)%N.

Theorem residue_law a m q0 p n0 first Q :
  check_residue a m q0 p n0 first Q = true ->
  forall G, is_grundy (expression a) G -> forall n, (n0 <= n)%N -> (G (n + p) = G n)%N.
Proof.
  unfold check_residue. set (T := table _ _). set (steps := Z.of_N Q / m). intros C G HG.
  destruct (all_some _) as [classes |] eqn:E; [| now rewrite andb_false_r in C].
  repeat (apply andb_prop in C as [C ?]).
  repeat match goal with
         | H : (_ <=? _)%N = true |- _ => apply N.leb_le in H
         | H : (_ =? _)%N = true |- _ => apply N.eqb_eq in H
         | H : (_ <=? _) = true |- _ => apply Z.leb_le in H
         | H : (_ =? _) = true |- _ => apply Z.eqb_eq in H
         | H : (_ <? _) = true |- _ => apply Z.ltb_lt in H
         end.
  match goal with H : forallb _ classes = true |- _ => rename H into F end.
  match goal with H : all_from _ _ _ = true |- _ => rename H into V end.
  assert (Hc : forall r, 0 <= r < m -> moves_of m r q0 a = Some (nth (Z.to_nat r) classes [])).
  { intros r R. pose proof (all_some_nth (fun r => moves_of m (Z.of_nat r) q0 a) m classes [] r E R) as X.
    cbn beta in X. now rewrite Z2Nat.id in X by lia. }
  assert (Qp : (Q mod p = 0)%N) by assumption.
  assert (Qm : Z.of_N Q mod m = 0) by assumption.
  apply N.mod_divide in Qp as (i & Qp); [| lia].
  assert (Qs : Z.of_N Q = m * steps).
  { pose proof (Z.div_mod (Z.of_N Q) m ltac:(lia)) as X. fold steps in X. lia. }
  apply (residue_window a m q0 classes G first p n0 Q ltac:(assumption) Hc ltac:(assumption)
           ltac:(assumption) ltac:(assumption) ltac:(assumption) steps (Z.of_N i) Qs ltac:(lia)); auto.
  - intros r o l R I J. rewrite forallb_forall in F.
    assert (Y : In (nth (Z.to_nat r) classes []) classes)
      by exact (nth_In _ _ (all_some_length _ m classes r E R)).
    specialize (F _ Y). rewrite forallb_forall in F. specialize (F o I).
    rewrite forallb_forall in F. specialize (F l J). unfold fits.
    apply orb_prop in F as [F | F]; [left; now apply Z.eqb_eq |]. right.
    apply andb_prop in F as [F F3]. apply andb_prop in F as [F1 F2].
    apply Z.leb_le in F1, F2. apply Z.eqb_eq in F3. auto.
  - intros n Hn B. apply all_from_spec with (m := n) in V; [| lia | lia].
    apply N.eqb_eq in V. unfold T in V.
    rewrite !(table_correct _ G) in V by
      (try lia; apply step_of_correct; auto; apply expression_wf). exact V.
Qed.
