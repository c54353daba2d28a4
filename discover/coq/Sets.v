(** Infinite subtraction sets with a name (rules/sets), and what is known of their residues
    (discover/heaps/theorems/collapse.py). *)
From Coq Require Import NArith List Lia Bool.
From Mexplore Require Import Grundy Fibonacci.
Import ListNotations.
Local Open Scope N_scope.

(** [Classes m rs start]: all s >= start with s mod m in rs. *)
Inductive set :=
| Members (l : list N)
| Primes
| Squares
| Cubes
| Triangular
| Factorials
| FibonacciNumbers
| Powers (b : N)
| Classes (m : N) (rs : list N) (start : N).

Fixpoint factorial (k : nat) : N :=
  match k with O => 1 | S k => N.of_nat (S k) * factorial k end.

(** A formula in j = 1, 2, ..., s. *)
Definition is_value (f : N -> N) (s : N) : bool :=
  existsb (fun j => f j =? s) (upto (N.to_nat s) 1).

Definition square (j : N) : N := j * j.
Definition cube (j : N) : N := j * j * j.
Definition triangle (j : N) : N := j * (j + 1) / 2.

Definition is_prime (s : N) : bool :=
  (2 <=? s) && forallb (fun d => negb (s mod d =? 0)) (upto (N.to_nat (s - 2)) 2).

Definition mem_of (x : set) (s : N) : bool :=
  match x with
  | Members l => among s l
  | Primes => is_prime s
  | Squares => is_value square s
  | Cubes => is_value cube s
  | Triangular => is_value triangle s
  | Factorials => is_value (fun j => factorial (N.to_nat j)) s
  | FibonacciNumbers => is_fibonacci s
  | Powers b => existsb (fun e => b ^ e =? s) (upto (S (N.to_nat (N.log2 s))) 0)
  | Classes m rs start => (start <=? s) && among (s mod m) rs
  end.

Definition mem (sets : list set) (s : N) : bool := existsb (fun x => mem_of x s) sets.

(** Remove s >= 1 tokens, s in one of the sets. *)
Definition subtract_from (sets : list set) : rule :=
  fun n => flat_map (fun s => if mem sets s then [[n - s]] else []) (upto (N.to_nat n) 1).

Lemma In_subtract_from sets n o :
  In o (subtract_from sets n) <-> exists s, 1 <= s <= n /\ mem sets s = true /\ o = [n - s].
Proof.
  unfold subtract_from. rewrite in_flat_map. split.
  - intros (s & I & H). apply In_upto in I. exists s. destruct (mem sets s); [| easy].
    destruct H as [<- | []]. repeat split; lia.
  - intros (s & L & H & ->). exists s. split; [apply In_upto; lia |]. rewrite H. now left.
Qed.

Lemma subtract_from_wf sets : well_founded (subtract_from sets).
Proof.
  intros n o h I J. apply In_subtract_from in I as (s & L & _ & ->). destruct J as [<- | []]. lia.
Qed.

Lemma subtract_from_exists sets : is_grundy (subtract_from sets) (grundy (subtract_from sets)).
Proof. apply grundy_exists, subtract_from_wf. Qed.

Lemma value_subtract_from sets G n v :
  value_of (subtract_from sets) G n v <->
  exists s, 1 <= s <= n /\ mem sets s = true /\ v = G (n - s).
Proof.
  unfold value_of. split.
  - intros (o & I & ->). apply In_subtract_from in I as (s & L & H & ->). exists s.
    repeat split; auto; try lia. apply N.lxor_0_r.
  - intros (s & L & H & ->). exists [n - s]. split.
    + apply In_subtract_from. now exists s.
    + symmetry. apply N.lxor_0_r.
Qed.

(** * Residues modulo p of the members beyond a number *)

(** The first power of b beyond a number, looked for with some fuel. *)
Fixpoint first_power (fuel : nat) (b beyond v : N) : N :=
  match fuel with
  | O => v
  | S fuel => if beyond <? v then v else first_power fuel b beyond (v * b)
  end.

Fixpoint orbit (k : nat) (b p r : N) : list N :=
  match k with O => [] | S k => r :: orbit k b p (r * b mod p) end.

(** Among them are the residues modulo p of all members s > beyond; [None] if that is not seen. *)
Definition residues_of (x : set) (p beyond : N) : option (list N) :=
  match x with
  | Members l => Some (map (fun s => s mod p) (filter (fun s => beyond <? s) l))
  | Primes =>
      Some (filter (fun r => N.gcd r p =? 1) (upto (N.to_nat p) 0) ++
            map (fun q => q mod p)
                (filter (fun q => (beyond <? q) && is_prime q && (p mod q =? 0))
                        (upto (N.to_nat p) 1)))
  | Squares => Some (map (fun j => square j mod p) (upto (N.to_nat p) 0))
  | Cubes => Some (map (fun j => cube j mod p) (upto (N.to_nat p) 0))
  | Triangular => Some (map (fun j => triangle j mod p) (upto (N.to_nat (2 * p)) 0))
  | Factorials | FibonacciNumbers => None
  | Powers b =>
      let r := first_power (S (N.to_nat (N.log2 beyond))) b beyond 1 mod p in
      let found := orbit (N.to_nat p) b p r in
      if forallb (fun r => among (r * b mod p) found) found && among r found
      then Some found else None
  | Classes m rs _ =>
      let g := N.gcd m p in
      Some (filter (fun r => existsb (fun c => r mod g =? c mod g) rs) (upto (N.to_nat p) 0))
  end.

Fixpoint residues (sets : list set) (p beyond : N) : option (list N) :=
  match sets with
  | [] => Some []
  | x :: sets =>
      match residues_of x p beyond, residues sets p beyond with
      | Some l, Some k => Some (l ++ k)
      | _, _ => None
      end
  end.

Lemma among_In x l : among x l = true <-> In x l.
Proof. apply existsb_In. Qed.

Lemma mod_of_multiple s p g : 1 <= p -> N.divide g p -> (s mod p) mod g = s mod g.
Proof.
  intros P (h & E). assert (G : g <> 0) by (intros ->; lia).
  rewrite (N.div_mod s p) at 2 by lia. subst p.
  replace (h * g * (s / (h * g)) + s mod (h * g)) with (s mod (h * g) + h * (s / (h * g)) * g) by lia.
  now rewrite N.mod_add.
Qed.

Lemma below_p s p : 1 <= p -> In (s mod p) (upto (N.to_nat p) 0).
Proof.
  intro P. apply In_upto. split; [apply N.le_0_l |].
  rewrite N.add_0_l, Nnat.N2Nat.id. apply N.mod_lt. lia.
Qed.

Lemma is_value_spec f s : is_value f s = true -> exists j, f j = s.
Proof.
  intro H. apply existsb_exists in H as (j & _ & E). apply N.eqb_eq in E. now exists j.
Qed.

Lemma square_mod j p : 1 <= p -> square j mod p = square (j mod p) mod p.
Proof. intro P. unfold square. now rewrite N.mul_mod by lia. Qed.

Lemma cube_mod j p : 1 <= p -> cube j mod p = cube (j mod p) mod p.
Proof.
  intro P. unfold cube. rewrite N.mul_mod, (N.mul_mod j j) by lia.
  rewrite (N.mul_mod (j mod p * (j mod p))), N.mod_mod by lia. reflexivity.
Qed.

Lemma triangle_mod j p : 1 <= p -> triangle j mod p = triangle (j mod (2 * p)) mod p.
Proof.
  intro P. unfold triangle. set (i := j mod (2 * p)). set (q := j / (2 * p)).
  assert (E : j = 2 * p * q + i) by (apply N.div_mod; lia).
  replace (j * (j + 1)) with (p * (q * (2 * p * q + 2 * i + 1)) * 2 + i * (i + 1)) by (rewrite E; ring).
  rewrite N.div_add_l by lia.
  rewrite N.add_comm, (N.mul_comm p), N.mod_add by lia. reflexivity.
Qed.

Lemma first_power_spec fuel b beyond v e :
  v = b ^ e -> (forall i, i < e -> b ^ i <= beyond) ->
  exists e', first_power fuel b beyond v = b ^ e' /\ forall i, i < e' -> b ^ i <= beyond.
Proof.
  revert v e. induction fuel as [| fuel IH]; intros v e -> H; cbn [first_power]; [now exists e |].
  destruct (N.ltb_spec beyond (b ^ e)) as [L | L]; [now exists e |].
  apply (IH _ (e + 1)).
  - now rewrite N.pow_add_r, N.pow_1_r.
  - intros i Hi. destruct (N.eq_dec i e) as [-> | D]; auto. apply H. lia.
Qed.

Lemma orbit_closed b p found e :
  1 <= p -> In (b ^ e mod p) found ->
  forallb (fun r => among (r * b mod p) found) found = true ->
  forall i, In (b ^ (e + i) mod p) found.
Proof.
  intros P I C i. induction i as [| i IH] using N.peano_ind; [now rewrite N.add_0_r |].
  rewrite forallb_forall in C. apply C, among_In in IH.
  rewrite N.mul_mod_idemp_l in IH by lia.
  replace (e + N.succ i) with (e + i + 1) by lia. now rewrite N.pow_add_r, N.pow_1_r.
Qed.

Lemma residues_of_spec x p beyond l s :
  1 <= p -> residues_of x p beyond = Some l -> mem_of x s = true -> beyond < s -> In (s mod p) l.
Proof.
  intros P H M B. destruct x as [k | | | | | | | b | m rs start]; cbn [residues_of mem_of] in *;
    try (injection H as <-).
  - apply in_map_iff. exists s. split; auto. apply filter_In. split; [now apply among_In |].
    now apply N.ltb_lt.
  - assert (M' := M). apply andb_prop in M as [M1 M2]. apply N.leb_le in M1. apply in_app_iff.
    assert (Gp : N.divide (N.gcd s p) p) by apply N.gcd_divide_r.
    assert (Gs : N.divide (N.gcd s p) s) by apply N.gcd_divide_l.
    destruct (N.eq_dec (N.gcd s p) 1) as [E | E].
    + left. apply filter_In. split; [now apply below_p |]. apply N.eqb_eq.
      rewrite N.gcd_mod, N.gcd_comm by lia. exact E.
    + right. apply in_map_iff. exists s. split; auto. apply filter_In.
      assert (Eq : N.gcd s p = s).
      { destruct (N.eq_dec (N.gcd s p) s) as [| D]; auto. exfalso.
        rewrite forallb_forall in M2.
        assert (Z : N.gcd s p <> 0) by (intro Z; apply N.gcd_eq_0_l in Z; lia).
        assert (L : N.gcd s p <= s) by (apply N.divide_pos_le; [lia | exact Gs]).
        specialize (M2 (N.gcd s p)). rewrite In_upto in M2.
        apply N.mod_divide in Gs; auto. rewrite Gs, N.eqb_refl in M2.
        assert (X : negb true = true); [| discriminate]. apply M2.
        clear M2 Gp Gs. set (g := N.gcd s p) in *. clearbody g. lia. }
      rewrite Eq in Gp. split.
      * apply In_upto. apply N.divide_pos_le in Gp; lia.
      * rewrite M', (proj2 (N.ltb_lt _ _) B). apply N.eqb_eq, N.mod_divide; [lia | exact Gp].
  - apply is_value_spec in M as (j & <-). rewrite square_mod by auto.
    apply (in_map (fun j => square j mod p)), below_p, P.
  - apply is_value_spec in M as (j & <-). rewrite cube_mod by auto.
    apply (in_map (fun j => cube j mod p)), below_p, P.
  - apply is_value_spec in M as (j & <-). rewrite triangle_mod by auto.
    apply (in_map (fun j => triangle j mod p)), below_p. destruct p; lia.
  - discriminate.
  - discriminate.
  - set (v := first_power _ _ _ _) in H. set (found := orbit _ _ _ _) in H.
    destruct (forallb _ found && among (v mod p) found) eqn:C; [| discriminate]. injection H as <-.
    apply andb_prop in C as [C I]. apply among_In in I.
    destruct (first_power_spec (S (N.to_nat (N.log2 beyond))) b beyond 1 0) as (e & E & Low).
    { now rewrite N.pow_0_r. }
    { lia. }
    fold v in E. rewrite E in I. apply existsb_exists in M as (i & _ & M). apply N.eqb_eq in M.
    destruct (N.lt_ge_cases i e) as [L | L]; [specialize (Low i L); lia |].
    pose proof (orbit_closed b p found e P I C (i - e)) as X.
    replace (e + (i - e)) with i in X by lia. now rewrite M in X.
  - apply andb_prop in M as [_ M]. apply among_In in M. apply filter_In.
    split; [now apply below_p |]. apply existsb_exists. exists (s mod m). split; auto.
    apply N.eqb_eq. rewrite mod_of_multiple by (auto; apply N.gcd_divide_r).
    destruct (N.eq_dec m 0) as [-> | Z].
    + rewrite N.gcd_0_l. now destruct s.
    + symmetry. apply mod_of_multiple; [lia | apply N.gcd_divide_l].
Qed.

Theorem residues_spec sets p beyond l s :
  1 <= p -> residues sets p beyond = Some l -> mem sets s = true -> beyond < s -> In (s mod p) l.
Proof.
  intros P. revert l. induction sets as [| x sets IH]; intros l H M B; cbn in H, M; [discriminate |].
  destruct (residues_of x p beyond) as [k |] eqn:E; [| discriminate].
  destruct (residues sets p beyond) as [k' |]; [| discriminate]. injection H as <-.
  apply in_app_iff. apply orb_prop in M as [M | M].
  - left. now apply (residues_of_spec x p beyond).
  - right. auto.
Qed.

(** * Sets that hold a multiple of every number (discover/heaps/theorems/never_periodic.py) *)

Definition meets_every_modulus (x : set) : bool :=
  match x with
  | Squares | Cubes | Triangular | Factorials | FibonacciNumbers => true
  | Classes m rs _ => (1 <=? m) && among 0 rs
  | _ => false
  end.

Lemma value_at_place f j s : f j = s -> 1 <= j <= s -> is_value f s = true.
Proof.
  intros E L. apply existsb_exists. exists j. split; [apply In_upto; lia |]. now apply N.eqb_eq.
Qed.

Lemma factorial_large k : N.of_nat k <= factorial k.
Proof.
  induction k as [| k IH]; [lia |]. cbn [factorial]. assert (1 <= factorial k); [| nia].
  clear IH. induction k as [| k IH]; cbn [factorial]; nia.
Qed.

Lemma factorial_multiple k : (1 <= k)%nat -> N.divide (N.of_nat k) (factorial k).
Proof. destruct k as [| k]; [lia |]. intros _. exists (factorial k). cbn [factorial]. lia. Qed.

Theorem multiple_of_every x p :
  meets_every_modulus x = true -> 1 <= p ->
  exists s, 1 <= s /\ N.divide p s /\ mem_of x s = true.
Proof.
  intros H P. destruct x as [k | | | | | | | b | m rs start]; try discriminate; cbn [mem_of].
  - exists (p * p). repeat split; [nia | now exists p |].
    apply (value_at_place square p); [reflexivity | nia].
  - exists (p * p * p). repeat split; [nia | now exists (p * p) |].
    apply (value_at_place cube p); [reflexivity | nia].
  - exists ((2 * p + 1) * p). repeat split; [nia | now exists (2 * p + 1) |].
    apply (value_at_place triangle (2 * p)); [| nia]. unfold triangle.
    replace (2 * p * (2 * p + 1)) with ((2 * p + 1) * p * 2) by ring. apply N.div_mul. lia.
  - exists (factorial (N.to_nat p)). pose proof (factorial_large (N.to_nat p)).
    repeat split; [lia | |].
    + replace p with (N.of_nat (N.to_nat p)) at 1 by lia. apply factorial_multiple. lia.
    + apply (value_at_place _ p); [reflexivity | lia].
  - destruct (fibonacci_multiple p P) as [k D]. exists (fst (fibs k)).
    pose proof (fibs_grow k). repeat split; [lia | exact D | apply fibonacci_found].
  - cbn [meets_every_modulus] in H. apply andb_prop in H as [H1 H2]. apply N.leb_le in H1.
    exists ((start + 1) * m * p). repeat split; [nia | now exists ((start + 1) * m) |].
    apply andb_true_intro. split; [apply N.leb_le; nia |].
    replace ((start + 1) * m * p) with ((start + 1) * p * m) by ring.
    rewrite N.mod_mul by lia. exact H2.
Qed.
