(** Schwenk's take-away games, in which the last move says how much may be taken next
    (discover/boards/theorems/take_away.py). *)
From Coq Require Import Arith NArith List Lia Bool.
From Mexplore Require Import Grundy Boards.
Import ListNotations.
Local Open Scope N_scope.

(** From a heap of x with y beside it take k tokens, 1 <= k <= x and k <= most y, and leave next k in
    the place of y. *)
Definition take_away (next most : N -> N) : board := fun X =>
  map (fun k => (fst X - k, next k)) (upto (N.to_nat (N.min (fst X) (most (snd X)))) 1).

(** The parts: H(0) = 1, and H(j + 1) = H(j) + H(i), i the least with f(H(i)) >= H(j). *)
Definition are_parts (f : N -> N) (H : nat -> N) : Prop :=
  H 0%nat = 1 /\
  forall j, exists i, H (S j) = H j + H i /\ (i <= j)%nat /\ H j <= f (H i) /\
                      forall l, (l < i)%nat -> f (H l) < H j.

(** The smallest part of n: it is a part, or that of what the largest part leaves. *)
Inductive smallest_part (H : nat -> N) : N -> N -> Prop :=
| whole j : smallest_part H (H j) (H j)
| rest j r s : 1 <= r -> H j + r < H (S j) -> smallest_part H r s -> smallest_part H (H j + r) s.

Lemma In_take_away next most x y Y :
  In Y (take_away next most (x, y)) <-> exists k, 1 <= k <= x /\ k <= most y /\ Y = (x - k, next k).
Proof.
  unfold take_away. rewrite in_map_iff. cbn [fst snd]. split.
  - intros (k & <- & I). apply In_upto in I. exists k. repeat split; lia.
  - intros (k & A & B & ->). exists k. split; auto. apply In_upto. lia.
Qed.

Lemma take_away_ends next most : play_ends (take_away next most).
Proof.
  intros [x y]. revert y. induction x as [x IH] using (well_founded_induction N.lt_wf_0).
  intro y. constructor. intros Y I. apply In_take_away in I as (k & A & B & ->). apply IH. lia.
Qed.

Section Schwenk.
  Variables next most : N -> N.
  Let f (k : N) : N := most (next k).
  Hypothesis never_falls : forall k l, k <= l -> f k <= f l.
  Variable H : nat -> N.
  Hypothesis parts : are_parts f H.

  Lemma parts_positive j : 1 <= H j.
  Proof.
    destruct parts as [Z S]. destruct j as [| j]; [lia |].
    assert (P : forall l, 1 <= H l).
    { induction l as [| l IH]; [lia |]. destruct (S l) as (i & -> & _). lia. }
    apply P.
  Qed.

  Lemma parts_grow i j : (i < j)%nat -> H i < H j.
  Proof.
    induction 1 as [| j L IH].
    - destruct (proj2 parts i) as (l & -> & _). pose proof (parts_positive l). lia.
    - destruct (proj2 parts j) as (l & E & _). pose proof (parts_positive l). lia.
  Qed.

  Lemma parts_at_least j : N.of_nat j < H j.
  Proof.
    induction j as [| j IH]; [destruct parts; lia |].
    pose proof (parts_grow j (S j) (Nat.lt_succ_diag_r j)). lia.
  Qed.

  Lemma largest_part n : 1 <= n -> exists j, H j <= n < H (S j).
  Proof.
    intro L. assert (K : forall m, n < H m -> exists j, H j <= n < H (S j)).
    { induction m as [| m IH]; intro Lm; [destruct parts; lia |].
      destruct (N.lt_ge_cases n (H m)); [auto | now exists m]. }
    apply (K (N.to_nat n)). pose proof (parts_at_least (N.to_nat n)). lia.
  Qed.

  Lemma smallest_exists n : 1 <= n -> exists s, smallest_part H n s.
  Proof.
    induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro L.
    destruct (largest_part n L) as (j & A & B). pose proof (parts_positive j).
    destruct (N.eq_dec n (H j)) as [-> | D]; [exists (H j); constructor |].
    destruct (IH (n - H j)) as (s & S); [lia | lia |]. exists s.
    replace n with (H j + (n - H j)) by lia. constructor; auto; lia.
  Qed.

  Lemma smallest_positive n s : smallest_part H n s -> 1 <= s <= n.
  Proof. induction 1 as [j | j r s A B S IH]; [pose proof (parts_positive j) |]; lia. Qed.

  Lemma same_part i j n : H i <= n < H (S i) -> H j <= n < H (S j) -> i = j.
  Proof.
    intros A B. destruct (Nat.lt_total i j) as [L | [E | L]]; auto; exfalso.
    - destruct (Nat.eq_dec (S i) j) as [<- | D]; [lia |].
      pose proof (parts_grow (S i) j ltac:(lia)). lia.
    - destruct (Nat.eq_dec (S j) i) as [<- | D]; [lia |].
      pose proof (parts_grow (S j) i ltac:(lia)). lia.
  Qed.

  Lemma smallest_unique n s t : smallest_part H n s -> smallest_part H n t -> s = t.
  Proof.
    intro A. revert t. induction A as [j | j r s L B S IH]; intros t T.
    - inversion T as [i E | i r s L B S E]; subst; auto. exfalso.
      pose proof (parts_grow j (Datatypes.S j) (Nat.lt_succ_diag_r j)).
      assert (i = j) by (apply (same_part i j (H j)); lia). subst. lia.
    - inversion T as [i E | i r' s' L' B' S' E]; subst.
      + exfalso. pose proof (parts_grow i (Datatypes.S i) (Nat.lt_succ_diag_r i)).
        assert (i = j) by (apply (same_part i j (H j + r)); lia). subst. lia.
      + assert (i = j) by (apply (same_part i j (H j + r)); lia). subst.
        replace r' with r in S' by lia. auto.
  Qed.

  (** What is left of a part. *)
  Lemma of_a_part j : forall k, 1 <= k < H j -> exists s, smallest_part H (H j - k) s /\ s <= f k.
  Proof.
    induction j as [j IH] using (well_founded_induction lt_wf). intros k L.
    destruct j as [| j]; [destruct parts; lia |].
    destruct (proj2 parts j) as (i & E & Li & Fi & _).
    destruct (N.lt_trichotomy k (H i)) as [C | [-> | C]].
    - destruct (IH i ltac:(lia) k ltac:(lia)) as (s & S & B). exists s. split; auto.
      replace (H (Datatypes.S j) - k) with (H j + (H i - k)) by lia. constructor; auto; lia.
    - exists (H j). split; [| exact Fi].
      replace (H (S j) - H i) with (H j) by lia. constructor.
    - destruct (IH j ltac:(lia) (k - H i) ltac:(lia)) as (s & S & B). exists s. split.
      + now replace (H (Datatypes.S j) - k) with (H j - (k - H i)) by lia.
      + pose proof (never_falls (k - H i) k ltac:(lia)). lia.
  Qed.

  (** Whoever takes less than the smallest part leaves one that may be taken. *)
  Lemma less_is_answered n s k :
    smallest_part H n s -> 1 <= k < s -> exists t, smallest_part H (n - k) t /\ t <= f k.
  Proof.
    intro S. revert k. induction S as [j | j r s A B S IH]; intros k L; [now apply of_a_part |].
    destruct (IH k L) as (t & T & F). pose proof (smallest_positive _ _ S). exists t. split; auto.
    replace (H j + r - k) with (H j + (r - k)) by lia. constructor; auto; lia.
  Qed.

  (** Whoever takes the smallest part leaves one that may not be taken. *)
  Lemma smallest_wins n s :
    smallest_part H n s -> n = s \/ exists t, smallest_part H (n - s) t /\ f s < t.
  Proof.
    induction 1 as [j | j r s A B S IH]; [now left |]. right.
    pose proof (smallest_positive _ _ S) as P. destruct IH as [-> | (t & T & F)].
    - exists (H j). split; [replace (H j + s - s) with (H j) by lia; constructor |].
      destruct (proj2 parts j) as (i & E & Li & Fi & Before).
      inversion S as [c Ec | c r' s' L' B' S' Ec]; subst.
      + apply Before. destruct (Nat.lt_ge_cases c i) as [? | Ci]; auto. exfalso.
        destruct (Nat.eq_dec c i) as [-> | D]; [lia |].
        pose proof (parts_grow i c ltac:(lia)). lia.
      + exfalso. pose proof (smallest_positive _ _ S'). pose proof (parts_positive c). lia.
    - exists t. split; auto. pose proof (smallest_positive _ _ T).
      replace (H j + r - s) with (H j + (r - s)) by lia. constructor; auto; lia.
  Qed.

  Definition is_lost_square (x y : N) : Prop := x = 0 \/ exists s, smallest_part H x s /\ most y < s.

  Theorem take_away_zeros G :
    is_board_grundy (take_away next most) G ->
    forall x y, G (x, y) = 0 <-> x = 0 \/ exists s, smallest_part H x s /\ most y < s.
  Proof.
    intros HG x y.
    apply (board_zeros _ (take_away_ends next most) (fun X => is_lost_square (fst X) (snd X)))
      with (X := (x, y)); auto; clear x y.
    - intros [x y]. unfold is_lost_square. cbn [fst snd].
      destruct (N.eq_dec x 0) as [-> | D]; [left; now left |].
      destruct (smallest_exists x ltac:(lia)) as (s & S).
      destruct (N.lt_ge_cases (most y) s); [left; right; now exists s |]. right.
      intros [? | (t & T & L)]; [lia |]. rewrite (smallest_unique _ _ _ T S) in L. lia.
    - intros [x y] Y [Z | (s & S & L)] I; apply In_take_away in I as (k & A & B & ->);
        cbn [fst snd] in *; [lia |].
      destruct (less_is_answered x s k S ltac:(lia)) as (t & T & F).
      pose proof (smallest_positive _ _ T). pose proof (smallest_positive _ _ S).
      intros [? | (u & U & Lu)]; cbn [fst snd] in *; [lia |].
      rewrite (smallest_unique _ _ _ U T) in Lu. unfold f in F. lia.
    - intros [x y] N. unfold is_lost_square in N. cbn [fst snd] in N.
      destruct (N.eq_dec x 0) as [-> | D]; [exfalso; apply N; now left |].
      destruct (smallest_exists x ltac:(lia)) as (s & S). pose proof (smallest_positive _ _ S).
      assert (Ls : s <= most y).
      { destruct (N.lt_ge_cases (most y) s) as [L |]; auto. exfalso. apply N. right. now exists s. }
      exists (x - s, next s). split; [apply In_take_away; exists s; repeat split; lia |].
      unfold is_lost_square. cbn [fst snd].
      destruct (smallest_wins x s S) as [-> | (t & T & F)]; [left; lia | right; now exists t].
  Qed.
End Schwenk.

(** * There are such parts, where f(k) >= k *)

Section Made.
  Variable f : N -> N.

  Fixpoint made (j : nat) : list N :=
    match j with
    | O => [1]
    | S j => let l := made j in let h := nth j l 0 in
             l ++ [h + match find (fun x => h <=? f x) l with Some x => x | None => 0 end]
    end.

  Definition made_part (j : nat) : N := nth j (made j) 0.

  Lemma length_made j : length (made j) = S j.
  Proof. induction j as [| j IH]; auto. cbn [made]. rewrite app_length, IH. cbn. lia. Qed.

  Lemma nth_made i j : (i <= j)%nat -> nth i (made j) 0 = made_part i.
  Proof.
    induction 1 as [| j L IH]; [reflexivity |]. cbn [made].
    rewrite app_nth1 by (rewrite length_made; lia). exact IH.
  Qed.

  Lemma first_found (ok : N -> bool) l x :
    find ok l = Some x ->
    exists i, (i < length l)%nat /\ nth i l 0 = x /\ ok x = true /\
              forall c, (c < i)%nat -> ok (nth c l 0) = false.
  Proof.
    induction l as [| y l IH]; cbn [find]; [discriminate |]. destruct (ok y) eqn:E.
    - intros [= <-]. exists O. cbn. repeat split; auto; lia.
    - intro F. destruct (IH F) as (i & A & B & C & D). exists (S i). cbn. repeat split; auto; [lia |].
      intros [| c] L; auto. apply D. lia.
  Qed.

  Theorem parts_exist : (forall k, k <= f k) -> exists H, are_parts f H.
  Proof.
    intro Ge. exists made_part. split; [reflexivity |]. intro j.
    assert (F : exists x, find (fun x => made_part j <=? f x) (made j) = Some x).
    { destruct (find _ (made j)) as [x |] eqn:F; [now exists x |]. exfalso.
      assert (I : In (made_part j) (made j)).
      { rewrite <- (nth_made j j) by auto. apply nth_In. rewrite length_made. lia. }
      apply (find_none _ _ F) in I. apply N.leb_gt in I. specialize (Ge (made_part j)). lia. }
    destruct F as (x & F). destruct (first_found _ _ _ F) as (i & A & B & C & D).
    rewrite length_made in A. exists i. rewrite nth_made in B by lia. subst x.
    apply N.leb_le in C. repeat split; auto; [| lia |].
    - unfold made_part at 1. cbn [made]. rewrite app_nth2 by (rewrite length_made; lia).
      rewrite length_made, Nat.sub_diag. cbn [nth]. fold (made_part j). now rewrite F.
    - intros c L. specialize (D c L). rewrite nth_made in D by lia. now apply N.leb_gt.
  Qed.
End Made.
