(** The rows of Wythoff's game, and of Fraenkel's, are additively periodic
    (discover/boards/theorems/wythoff_rows.py).

    The check needs no bound on the values from below: if in each of the rows up to [a] all numbers
    up to a + c + P occur before E, a period seen there goes on forever. *)
From Coq Require Import ZArith NArith List Lia Bool FMapPositive.
From Mexplore Require Import Grundy Evaluate Boards Nimhoff Wythoff.
Import ListNotations.
Local Open Scope N_scope.

(** The l for which (k, l) is taken, k >= 1. *)
Definition beside (r k : N) : list N :=
  let low := N.max 1 (k + 1 - r) in 0 :: upto (N.to_nat (k + r - low)) low.

Lemma In_beside r k l :
  1 <= r -> 1 <= k ->
  (In l (beside r k) <-> l = 0 \/ (1 <= l /\ (Z.abs (Z.of_N k - Z.of_N l) < Z.of_N r)%Z)).
Proof. intros R K. unfold beside. cbn [In]. rewrite In_upto. lia. Qed.

(** [v] is the value of a square in a row below, one move from the square b of row i. *)
Definition from_below (r : N) (g : N -> N -> N) (i b v : N) : Prop :=
  exists k l, 1 <= k /\ k <= i /\ In l (beside r k) /\ l <= b /\ v = g (i - k) (b - l).

Lemma wythoff_values r G i b v :
  1 <= r ->
  (value_at (steps (wythoff r)) G (i, b) v <->
   (exists j, j < b /\ v = G (i, j)) \/ from_below r (fun i j => G (i, j)) i b v).
Proof.
  intro R. unfold value_at, from_below. split.
  - intros ([x y] & I & ->). apply In_wythoff in I; auto. rewrite In_rook in I. unfold leads in I.
    cbn [fst snd] in I. destruct I as [[[L ->] | [-> L]] | (k & l & K & L & D & E & F)].
    + right. exists (i - x), 0. rewrite In_beside by lia. rewrite N.sub_0_r.
      repeat split; try lia. do 2 f_equal. lia.
    + left. now exists y.
    + right. exists (Z.to_N k), (Z.to_N l). rewrite In_beside by lia. repeat split; try lia.
      do 2 f_equal; lia.
  - intros [(j & L & ->) | (k & l & K & Ki & I & L & ->)].
    + exists (i, j). split; auto. apply In_wythoff; auto. left. apply In_rook. cbn. auto.
    + exists (i - k, b - l). split; auto. apply In_wythoff; auto. rewrite In_rook. unfold leads.
      cbn [fst snd]. apply In_beside in I; auto. destruct I as [-> | [L1 D]]; [left; lia |].
      right. exists (Z.of_N k), (Z.of_N l). lia.
Qed.

(** * The period goes on *)

Section Period.
  Variables (r : N) (G : square -> N).
  Hypothesis R : 1 <= r.
  Hypothesis HG : is_board_grundy (steps (wythoff r)) G.
  Variables (a c P E : N).
  Hypothesis reach : c + a + r <= E.
  Hypothesis seen : forall i b, i <= a -> c <= b -> b < E -> G (i, b + P) = G (i, b) + P.
  Hypothesis full : forall i u, i <= a -> u < a + c + P -> exists j, j < E /\ G (i, j) = u.

  Let at_most i b : G (i, b) <= i + b.
  Proof. exact (value_at_most _ G (steps_lower _ (wythoff_lowers r)) HG (i, b)). Qed.

  Theorem rows_go_on i b : i <= a -> c <= b -> G (i, b + P) = G (i, b) + P.
  Proof.
    revert i. induction b as [b IHb] using (well_founded_induction N.lt_wf_0).
    intro i. induction i as [i IHi] using (well_founded_induction N.lt_wf_0). intros I C.
    destruct (N.lt_ge_cases b E) as [L | L]; [now apply seen |].
    pose proof (board_grundy_is_mex _ _ HG (i, b)) as [A B].
    assert (large : a + c <= G (i, b)).
    { destruct (N.le_gt_cases (a + c) (G (i, b))) as [Q | Q]; auto. exfalso.
      destruct (full i (G (i, b)) I ltac:(lia)) as (j & J & V).
      apply A. apply wythoff_values; auto. left. exists j. split; [lia | auto]. }
    assert (M : is_mex (value_at (steps (wythoff r)) G (i, b + P)) (G (i, b) + P)).
    { split.
      - intro V. apply wythoff_values in V; auto. destruct V as [(j & J & V) | (k & l & K & Ki & Il & Lb & V)].
        + destruct (N.lt_ge_cases j (c + P)) as [S | S].
          * pose proof (at_most i j). lia.
          * replace j with (j - P + P) in V by lia. rewrite (IHb (j - P)) in V by lia.
            apply A. apply wythoff_values; auto. left. exists (j - P). lia.
        + assert (T : l < a + r) by (apply In_beside in Il; lia).
          replace (b + P - l) with (b - l + P) in V by lia.
          assert (V' : G (i - k, b - l + P) = G (i - k, b - l) + P).
          { destruct (N.eq_dec l 0) as [-> | NZ].
            - rewrite N.sub_0_r. apply IHi; lia.
            - apply IHb; lia. }
          apply A. apply wythoff_values; auto. right. exists k, l. repeat split; auto; lia.
      - intros u U. apply wythoff_values; auto.
        destruct (N.lt_ge_cases u (a + c + P)) as [S | S].
        + destruct (full i u I S) as (j & J & V). left. exists j. split; [lia | auto].
        + destruct (B (u - P)) as (Y & HY & V); [lia |].
          assert (W : value_at (steps (wythoff r)) G (i, b) (u - P)) by (exists Y; auto).
          apply wythoff_values in W; auto. destruct W as [(j & J & W) | (k & l & K & Ki & Il & Lb & W)].
          * left. exists (j + P). split; [lia |]. rewrite IHb; auto; [lia |].
            destruct (N.le_gt_cases c j) as [Q | Q]; auto. pose proof (at_most i j). lia.
          * right. exists k, l. assert (T : l < a + r) by (apply In_beside in Il; lia).
            repeat split; auto; [lia |]. replace (b + P - l) with (b - l + P) by lia.
            destruct (N.eq_dec l 0) as [-> | NZ].
            -- rewrite N.sub_0_r in *. rewrite IHi; auto; lia.
            -- rewrite IHb; auto; lia. }
    symmetry. apply (is_mex_unique _ _ _ _ M (board_grundy_is_mex _ _ HG (i, b + P))). tauto.
  Qed.
End Period.

(** * Rows computed *)

Fixpoint free (fuel : nat) (v : N) (s : nset) (l : list N) : option N :=
  match fuel with
  | O => None
  | S fuel => if nmem v s || among v l then free fuel (N.succ v) s l else Some v
  end.

Fixpoint climb (fuel : nat) (v : N) (s : nset) : N :=
  match fuel with O => v | S fuel => if nmem v s then climb fuel (N.succ v) s else v end.

(** [rows]: those below, the nearest first; [k] rows below is the first of them. *)
Fixpoint values_below (r k : N) (rows : list tmap) (b : N) : list N :=
  match rows with
  | [] => []
  | T :: rows =>
      map (fun l => look T (b - l)) (filter (fun l => l <=? b) (beside r k)) ++
      values_below r (N.succ k) rows b
  end.

(** The square, the values so far, their set, and a number below which all occur. *)
Record progress := { place : N; values : tmap; taken : nset; lowest : N }.

Definition forward (r : N) (fuel : nat) (rows : list tmap) (s : option progress) : option progress :=
  match s with
  | None => None
  | Some s =>
      match free fuel (lowest s) (taken s) (values_below r 1 rows (place s)) with
      | None => None
      | Some v =>
          let taken' := nadd v (taken s) in
          Some {| place := N.succ (place s); values := store (place s) v (values s);
                  taken := taken'; lowest := climb fuel (lowest s) taken' |}
      end
  end.

Definition start : progress :=
  {| place := 0; values := PositiveMap.empty N; taken := nempty; lowest := 0 |}.

Definition row (r : N) (fuel : nat) (rows : list tmap) (B : N) : option tmap :=
  match N.iter B (forward r fuel rows) (Some start) with
  | Some s => Some (values s)
  | None => None
  end.

Fixpoint rows_upto (r : N) (fuel : nat) (B : N) (count : nat) : option (list tmap) :=
  match count with
  | O => Some []
  | S count =>
      match rows_upto r fuel B count with
      | None => None
      | Some rows => match row r fuel rows B with Some T => Some (T :: rows) | None => None end
      end
  end.

Lemma free_spec fuel v s l w :
  (forall u, u < v -> nmem u s = true \/ In u l) -> free fuel v s l = Some w ->
  is_mex (fun u => nmem u s = true \/ In u l) w.
Proof.
  revert v. induction fuel as [| fuel IH]; intros v B; [discriminate |]. cbn [free].
  destruct (nmem v s) eqn:M; cbn [orb].
  - intro H. apply (IH (N.succ v)); auto. intros u U.
    destruct (N.eq_dec u v) as [-> | D]; auto. apply B. lia.
  - destruct (among v l) eqn:A.
    + intro H. apply (IH (N.succ v)); auto. intros u U. apply existsb_In in A.
      destruct (N.eq_dec u v) as [-> | D]; auto. apply B. lia.
    + intro H. injection H as <-. split; auto. intros [C | C]; [congruence |].
      apply existsb_In in C. unfold among in A. congruence.
Qed.

Lemma climb_spec fuel v s :
  (forall u, u < v -> nmem u s = true) -> forall u, u < climb fuel v s -> nmem u s = true.
Proof.
  revert v. induction fuel as [| fuel IH]; intros v B; cbn [climb]; auto.
  destruct (nmem v s) eqn:M; auto. apply IH. intros u U.
  destruct (N.eq_dec u v) as [-> | D]; auto. apply B. lia.
Qed.

Section Rows.
  Variables (r : N) (G : square -> N) (fuel : nat) (B : N).
  Hypothesis R : 1 <= r.
  Hypothesis HG : is_board_grundy (steps (wythoff r)) G.

  (** The tables of the rows i - 1, i - 2, ..., 0. *)
  Fixpoint rows_right (i : nat) (rows : list tmap) : Prop :=
    match i, rows with
    | O, [] => True
    | S i, T :: rows => (forall j, j < B -> look T j = G (N.of_nat i, j)) /\ rows_right i rows
    | _, _ => False
    end.

  Lemma values_below_spec i rows k b v :
    rows_right i rows -> 1 <= k -> b < B ->
    (In v (values_below r k rows b) <->
     exists k' l, k <= k' /\ k' < k + N.of_nat i /\ In l (beside r k') /\ l <= b /\
                  v = G (N.of_nat i + k - 1 - k', b - l)).
  Proof.
    revert rows k. induction i as [| i IH]; intros [| T rows] k H K L; cbn [rows_right] in H;
      try contradiction; cbn [values_below].
    - split; [contradiction |]. intros (k' & l & A & A' & _). lia.
    - destruct H as [HT H]. rewrite in_app_iff, (IH rows (N.succ k)) by (auto; lia). split.
      + intros [I | (k' & l & A & A' & I & C & ->)].
        * apply in_map_iff in I as (l & <- & I). apply filter_In in I as [I C].
          apply N.leb_le in C. exists k, l. repeat split; auto; try lia.
          rewrite HT by lia. do 2 f_equal. lia.
        * exists k', l. repeat split; auto; try lia. do 2 f_equal. lia.
      + intros (k' & l & A & A' & I & C & ->). destruct (N.eq_dec k' k) as [-> | D].
        * left. apply in_map_iff. exists l. rewrite HT by lia. split; [do 2 f_equal; lia |].
          apply filter_In. split; auto. now apply N.leb_le.
        * right. exists k', l. repeat split; auto; try lia. do 2 f_equal. lia.
  Qed.

  Definition sound (i : nat) (b : N) (s : progress) : Prop :=
    place s = b /\ (forall j, j < b -> look (values s) j = G (N.of_nat i, j)) /\
    (forall u, nmem u (taken s) = true <-> exists j, j < b /\ u = G (N.of_nat i, j)) /\
    (forall u, u < lowest s -> nmem u (taken s) = true).

  Lemma forward_sound i rows b s s' :
    rows_right i rows -> b < B -> sound i b s -> forward r fuel rows (Some s) = Some s' ->
    sound i (N.succ b) s'.
  Proof.
    intros H L (S1 & S2 & S3 & S4) F. cbn [forward] in F. rewrite S1 in F.
    destruct (free _ _ _ _) as [v |] eqn:V; [| discriminate]. injection F as <-.
    assert (E : v = G (N.of_nat i, b)).
    { apply free_spec in V; auto.
      apply (is_mex_unique _ _ _ _ V (board_grundy_is_mex _ _ HG (N.of_nat i, b))). intro u.
      rewrite wythoff_values, S3 by auto. unfold from_below.
      rewrite (values_below_spec i rows 1 b u) by (auto; lia).
      split; (intros [Q | (k & l & A & A' & I & C & ->)]; [now left | right; exists k, l]);
        repeat split; auto; try lia; do 2 f_equal; lia. }
    unfold sound. cbn [place values taken lowest]. split; [reflexivity |]. split; [| split].
    - intros j J. destruct (N.eq_dec j b) as [-> | D].
      + now rewrite look_store_same.
      + rewrite look_store_other by auto. apply S2. lia.
    - intro u. rewrite nmem_add, S3. split.
      + intros [-> | (j & J & ->)]; [exists b | exists j]; split; auto; lia.
      + intros (j & J & ->). destruct (N.eq_dec j b) as [-> | D]; [now left |].
        right. exists j. split; auto. lia.
    - apply climb_spec. intros u U. apply nmem_add. right. auto.
  Qed.

  Lemma row_right i rows T :
    rows_right i rows -> row r fuel rows B = Some T ->
    forall j, j < B -> look T j = G (N.of_nat i, j).
  Proof.
    intros H E.
    assert (K : forall b s, b <= B -> N.iter b (forward r fuel rows) (Some start) = Some s -> sound i b s).
    { induction b as [| b IH] using N.peano_ind; intros s L Q.
      - injection Q as <-. unfold sound, start. cbn. repeat split; try lia.
        + rewrite nmem_empty. discriminate.
        + intros (j & J & _). lia.
      - rewrite N.iter_succ in Q. destruct (N.iter b _ _) as [s' |] eqn:F; [| discriminate].
        apply (forward_sound i rows b s'); auto; [lia |]. apply IH; auto. lia. }
    unfold row in E. destruct (N.iter B _ _) as [s |] eqn:F; [| discriminate]. injection E as <-.
    apply (K B s (N.le_refl B) F).
  Qed.

  Lemma rows_upto_right count rows : rows_upto r fuel B count = Some rows -> rows_right count rows.
  Proof.
    revert rows. induction count as [| count IH]; intros rows E; cbn [rows_upto] in E.
    - now injection E as <-.
    - destruct (rows_upto r fuel B count) as [below |]; [| discriminate].
      destruct (row r fuel below B) as [T |] eqn:F; [| discriminate]. injection E as <-.
      cbn. split; [| now apply IH]. apply (row_right count below); auto.
  Qed.

  Lemma rows_right_each i rows :
    rows_right i rows -> forall k, k < N.of_nat i ->
    exists T, In T rows /\ forall j, j < B -> look T j = G (k, j).
  Proof.
    revert rows. induction i as [| i IH]; intros [| T rows] H k L; cbn [rows_right] in H;
      try contradiction; [lia |].
    destruct H as [HT H]. destruct (N.eq_dec k (N.of_nat i)) as [-> | D].
    - exists T. split; [now left | auto].
    - destruct (IH rows H k ltac:(lia)) as (T' & I & V). exists T'. split; [now right | auto].
  Qed.
End Rows.

(** * The check *)

Definition set_upto (T : tmap) (E : N) : nset :=
  snd (N.iter E (fun s : N * nset => (N.succ (fst s), nadd (look T (fst s)) (snd s))) (0, nempty)).

Lemma set_upto_spec T E u : nmem u (set_upto T E) = true -> exists j, j < E /\ look T j = u.
Proof.
  unfold set_upto. set (f := fun s : N * nset => _).
  assert (H : fst (N.iter E f (0, nempty)) = E /\
              (nmem u (snd (N.iter E f (0, nempty))) = true -> exists j, j < E /\ look T j = u)).
  { induction E as [| E IH] using N.peano_ind.
    - cbn. split; auto. rewrite nmem_empty. discriminate.
    - rewrite N.iter_succ. destruct IH as [F IH]. unfold f at 1 3. cbn [fst snd]. rewrite F.
      split; auto. rewrite nmem_add. intros [-> | H]; [exists E; split; auto; lia |].
      destruct (IH H) as (j & J & V). exists j. split; auto. lia. }
  apply H.
Qed.

(** Row [a] has the period [p] from [n0] on; all rows up to it have the period [P] from [c] on. *)
Definition rows_check (r : N) (a : nat) (n0 p c P E : N) (fuel : nat) : bool :=
  match rows_upto r fuel (E + P) (S a) with
  | None | Some [] => false
  | Some (T :: below) =>
      (1 <=? r) && (1 <=? P) && (n0 <=? c) && (c + N.of_nat a + r <=? E) && (c + P + p <=? E + P) &&
      forallb (fun T =>
        all_from c (E - c) (fun b => look T (b + P) =? look T b + P) &&
        let s := set_upto T E in all_from 0 (N.of_nat a + c + P) (fun u => nmem u s)) (T :: below) &&
      all_from n0 (c + P - n0) (fun b => look T (b + p) =? look T b + p)
  end.

Theorem rows_law r a n0 p c P E fuel :
  rows_check r a n0 p c P E fuel = true ->
  forall G, is_board_grundy (steps (wythoff r)) G ->
  forall n, n0 <= n -> G (N.of_nat a, n + p) = G (N.of_nat a, n) + p.
Proof.
  unfold rows_check. destruct (rows_upto r fuel (E + P) (S a)) as [[| T below] |] eqn:H; try discriminate.
  rewrite !andb_true_iff, !N.leb_le. intros [[[[[[R P1] NC] reach] fits] all] own] G HG.
  apply (rows_upto_right r G fuel (E + P) R HG) in H.
  assert (each : forall i, i <= N.of_nat a -> exists T', In T' (T :: below) /\
                 forall j, j < E + P -> look T' j = G (i, j)).
  { intros i I. apply (rows_right_each r G (E + P) R (S a) (T :: below) H). lia. }
  assert (L : forall i b, i <= N.of_nat a -> c <= b -> G (i, b + P) = G (i, b) + P).
  { apply (rows_go_on r G R HG (N.of_nat a) c P E reach).
    - intros i b I C L. destruct (each i I) as (T' & IT & V). rewrite forallb_forall in all.
      specialize (all T' IT). apply andb_true_iff in all as [A _].
      pose proof (all_from_spec _ _ _ A b C ltac:(lia)) as Q. apply N.eqb_eq in Q.
      now rewrite !V in Q by lia.
    - intros i u I U. destruct (each i I) as (T' & IT & V). rewrite forallb_forall in all.
      specialize (all T' IT). apply andb_true_iff in all as [_ A].
      pose proof (all_from_spec _ _ _ A u ltac:(lia) ltac:(lia)) as Q. cbn beta in Q.
      apply set_upto_spec in Q as (j & J & <-). exists j. split; auto. symmetry. apply V. lia. }
  cbn [rows_right] in H. destruct H as [V _].
  intro n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intro B.
  destruct (N.lt_ge_cases n (c + P)) as [A | A].
  - pose proof (all_from_spec _ _ _ own n B ltac:(lia)) as Q. apply N.eqb_eq in Q.
    now rewrite !V in Q by lia.
  - replace (n + p) with (n - P + p + P) by lia. rewrite L, IH by lia.
    pose proof (L (N.of_nat a) (n - P) ltac:(lia) ltac:(lia)) as Q.
    replace (n - P + P) with n in Q by lia. rewrite Q. lia.
Qed.

Theorem columns_law r a n0 p c P E fuel :
  rows_check r a n0 p c P E fuel = true ->
  forall G, is_board_grundy (steps (wythoff r)) G ->
  forall n, n0 <= n -> G (n + p, N.of_nat a) = G (n, N.of_nat a) + p.
Proof.
  intros C G HG n L. assert (R : 1 <= r).
  { unfold rows_check in C. destruct (rows_upto _ _ _ _) as [[| T below] |]; try discriminate.
    rewrite !andb_true_iff, !N.leb_le in C. apply C. }
  rewrite !(wythoff_symmetric r G R HG _ (N.of_nat a)). now apply (rows_law r a n0 p c P E fuel).
Qed.
