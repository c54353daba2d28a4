(** The rook, with more steps that never lead to a square of the same value
    (discover/boards/theorems/nim_and_more.py). *)
From Coq Require Import ZArith NArith List Lia Bool.
From Mexplore Require Import Grundy Boards Xor Nimhoff.
Import ListNotations.
Local Open Scope N_scope.

Lemma lxor_mod x u k : N.lxor (x mod 2 ^ k) (u mod 2 ^ k) = (N.lxor x u) mod 2 ^ k.
Proof.
  apply N.bits_inj. intro i. rewrite N.lxor_spec.
  destruct (N.lt_ge_cases i k) as [L | L].
  - now rewrite !N.mod_pow2_bits_low, N.lxor_spec by auto.
  - now rewrite !N.mod_pow2_bits_high by auto.
Qed.

(** Numbers that differ by the same bits agree modulo the same powers of 2. *)
Lemma same_powers x u y v k :
  N.lxor x u = N.lxor y v -> x mod 2 ^ k = u mod 2 ^ k -> y mod 2 ^ k = v mod 2 ^ k.
Proof.
  intros E A. apply N.lxor_eq. rewrite lxor_mod, <- E, <- lxor_mod, A. apply N.lxor_nilpotent.
Qed.

(** A power of 2 divides one of i and j, and not the other. *)
Definition unlike (i j : Z) : bool :=
  existsb (fun k => xorb (i mod 2 ^ k =? 0)%Z (j mod 2 ^ k =? 0)%Z) (map Z.of_N (upto 64 0)).

Lemma taken_mod x u i k :
  Z.of_N u = (Z.of_N x - i)%Z -> (x mod 2 ^ k = u mod 2 ^ k <-> (i mod 2 ^ Z.of_N k = 0)%Z).
Proof.
  intro E. set (m := (2 ^ Z.of_N k)%Z). assert (M : (m <> 0)%Z) by (apply Z.pow_nonzero; lia).
  assert (P : Z.of_N (2 ^ k) = m) by (unfold m; now rewrite N2Z.inj_pow).
  split; intro A.
  - apply (f_equal Z.of_N) in A. rewrite !N2Z.inj_mod, P, E in A.
    replace i with (Z.of_N x - (Z.of_N x - i))%Z by lia. rewrite Zminus_mod, A, <- Zminus_mod.
    now rewrite Z.sub_diag.
  - apply N2Z.inj. rewrite !N2Z.inj_mod, P, E. rewrite Zminus_mod, A, Z.sub_0_r. now rewrite Z.mod_mod.
Qed.

Lemma unlike_values x y u v i j :
  unlike i j = true -> leads (x, y) (u, v) i j -> N.lxor u v <> N.lxor x y.
Proof.
  intros U [A B] E. cbn [fst snd] in A, B. apply existsb_exists in U as (k' & I & U).
  apply in_map_iff in I as (k & <- & _).
  assert (X : N.lxor x u = N.lxor y v).
  { apply N.bits_inj. intro b. apply (f_equal (fun w => N.testbit w b)) in E.
    rewrite !N.lxor_spec in *. destruct (N.testbit x b), (N.testbit y b), (N.testbit u b), (N.testbit v b); auto. }
  pose proof (taken_mod x u i k A) as P. pose proof (taken_mod y v j k B) as Q.
  pose proof (same_powers x u y v k X) as S1. pose proof (same_powers y v x u k (eq_sym X)) as S2.
  destruct (Z.eqb_spec (i mod 2 ^ Z.of_N k) 0), (Z.eqb_spec (j mod 2 ^ Z.of_N k) 0);
    cbn [xorb] in U; try discriminate; tauto.
Qed.

Definition more_check (more : list (Z * Z)) : bool :=
  forallb (fun s => (0 <? fst s + snd s)%Z && unlike (fst s) (snd s)) more.

Theorem rook_and_more_law more :
  more_check more = true ->
  forall G, is_board_grundy (steps (rook ++ map (fun s => Step (fst s) (snd s)) more)) G ->
  forall x y, G (x, y) = N.lxor x y.
Proof.
  unfold more_check. rewrite forallb_forall. intros C G HG x y.
  set (parts := rook ++ map (fun s => Step (fst s) (snd s)) more) in *.
  assert (L : parts_lower parts = true).
  { unfold parts_lower, parts. apply forallb_forall. intros p I. apply in_app_iff in I as [I | I].
    - destruct I as [<- | [<- | []]]; reflexivity.
    - apply in_map_iff in I as (s & <- & I). specialize (C s I). apply andb_true_iff in C as [C _]. exact C. }
  apply (board_law _ (steps_end _ L) (fun X => N.lxor (fst X) (snd X))); auto.
  clear x y G HG. intros [x y]. cbn [fst snd].
  assert (R : is_board_grundy (steps rook) (fun X => N.lxor (fst X) (snd X))).
  { destruct (steps_exist rook eq_refl) as (G & HG). intro X. rewrite <- (rook_law G HG).
    destruct X as [a b]. cbn [fst snd]. rewrite (HG (a, b)). f_equal. apply map_ext. intros [u v].
    cbn [fst snd]. now apply rook_law. }
  destruct (board_grundy_is_mex _ _ R (x, y)) as [A B]. cbn [fst snd] in A, B. split.
  - intros ([u v] & I & E). cbn [fst snd] in E. unfold parts, steps in I. rewrite flat_map_app in I.
    apply in_app_iff in I as [I | I].
    + apply A. exists (u, v). split; auto.
    + apply in_flat_map in I as (p & I & H). apply in_map_iff in I as (s & <- & I). specialize (C s I).
      apply andb_true_iff in C as [_ C]. cbn [options_by] in H. apply In_after in H.
      symmetry in E. revert E. now apply (unlike_values x y u v (fst s) (snd s)).
  - intros w W. destruct (B w W) as (Y & I & E). exists Y. split; auto.
    unfold parts, steps. rewrite flat_map_app. apply in_app_iff. now left.
Qed.
