(** Numbers whose last q binary digits stay as they are
    (discover/systems/theorems/growing.py): what xor makes of x + j * 2^q. *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy.
Import ListNotations.
Local Open Scope N_scope.

Section Power.
  Variable q : N.
  Local Notation K := (2 ^ q).

  Lemma power_pos : 1 <= K.
  Proof. pose proof (N.pow_nonzero 2 q). lia. Qed.

  Lemma same_number x y : x / K = y / K -> x mod K = y mod K -> x = y.
  Proof.
    pose proof power_pos. intros A B.
    rewrite (N.div_mod x K), (N.div_mod y K) by lia. now rewrite A, B.
  Qed.

  Lemma lxor_div x y : N.lxor x y / K = N.lxor (x / K) (y / K).
  Proof. rewrite <- !N.shiftr_div_pow2. apply N.shiftr_lxor. Qed.

  Lemma lxor_mod x y : N.lxor x y mod K = N.lxor (x mod K) (y mod K).
  Proof.
    apply N.bits_inj. intro i. rewrite N.lxor_spec.
    destruct (N.lt_ge_cases i q) as [L | L].
    - now rewrite !N.mod_pow2_bits_low, N.lxor_spec.
    - now rewrite !N.mod_pow2_bits_high.
  Qed.

  Lemma below_power x : x < K <-> x / K = 0.
  Proof. symmetry. apply N.div_small_iff. pose proof power_pos. lia. Qed.

  Lemma lxor_low x y : x < K -> y < K -> N.lxor x y < K.
  Proof. rewrite !below_power, lxor_div. now intros -> ->. Qed.

  Lemma xor_list_low l : (forall x, In x l -> x < K) -> xor_list l < K.
  Proof.
    induction l as [| x l IH]; intro H; cbn; [pose proof power_pos; lia |]. apply lxor_low.
    - apply H. now left.
    - apply IH. intros y I. apply H. now right.
  Qed.

  (** A number below 2^q changes nothing above. *)
  Lemma quotient_beside x y : y < K -> N.lxor x y / K = x / K.
  Proof. rewrite below_power, lxor_div. intros ->. apply N.lxor_0_r. Qed.

  Lemma raised_beside x y j : y < K -> N.lxor (x + j * K) y = N.lxor x y + j * K.
  Proof.
    intro L. pose proof power_pos. apply same_number.
    - rewrite quotient_beside, !N.div_add, quotient_beside by (auto; lia). reflexivity.
    - now rewrite lxor_mod, !N.mod_add, lxor_mod by lia.
  Qed.

  (** Two numbers with the same quotient may both be raised. *)
  Lemma raised_both x y j : x / K = y / K -> N.lxor (x + j * K) (y + j * K) = N.lxor x y.
  Proof.
    intro E. pose proof power_pos. apply same_number.
    - rewrite !lxor_div, !N.div_add, E by lia. now rewrite !N.lxor_nilpotent.
    - now rewrite !lxor_mod, !N.mod_add by lia.
  Qed.

  Lemma same_quotient x y : N.lxor x y < K -> x / K = y / K.
  Proof. rewrite below_power, lxor_div. apply N.lxor_eq. Qed.

  (** Multiples of 2^q tell quotients apart. *)
  Lemma quotient_less x y j : x / K = y / K -> x < j * K -> y < j * K.
  Proof.
    intros E L. pose proof power_pos.
    assert (x / K < j) by (apply N.div_lt_upper_bound; lia).
    rewrite E in *. pose proof (N.mul_succ_div_gt y K). nia.
  Qed.
End Power.
