"""``sweep`` and ``atlas`` as a person uses them: also killed, stopped, twice at once."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from commands_run import printed as run
from odd_workers import ThreadedPool, usual
from one_process import Here
from own_clock import NEVER
from sweeps import at_work, children, finished, gone, known, started
from typer.testing import CliRunner

from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys import pool
from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.family import Choice
from mexplore.discover.surveys.plan import Plan
from mexplore.discover.surveys.reading import read_family
from mexplore.discover.surveys.sweep import Beyond
from mexplore.discover.surveys.sweep import sweep as carry_out
from mexplore.reports.commands import app
from mexplore.reports.documents.survey import further_sentence

ROOT = Path(__file__).parent.parent.parent.parent
FAMILY = "subtract(max=8)"
MEMBERS = 2**8 - 1
STUDIED = MEMBERS - 15 - 3 - 1 - 1 + 1  # sets without a common divisor, by those of 2, 3, 5, 7, 6
FEW = "subtract(max=7, size<=2)"


def sweep(path: Path, family: str = FAMILY, *more: str) -> tuple[str, ...]:
    return ("sweep", family, "--atlas", str(path), "--workers", "1", "--max-terms", "2000", *more)


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.mark.parametrize("kills", [1, pytest.param(25, marks=pytest.mark.slow)])
def test_killed_at_any_moment_nothing_is_lost(tmp_path: Path, kills: int) -> None:
    path = tmp_path / "a.sqlite"
    before = 0
    for kill in range(1, kills + 1):
        process = started(*sweep(path))
        if not at_work(path, process, kill * MEMBERS // (kills + 1)):
            break
        workers = children(process)
        process.kill()
        process.communicate()
        assert gone(workers)
        assert known(path) >= before
        before = known(path)
    done = finished(*sweep(path))
    assert done["studied"] <= STUDIED
    assert (done["known"], done["statuses"]) == (MEMBERS, {"proved": MEMBERS})
    with Atlas.read(path) as atlas:
        assert len(list(atlas.records())) == MEMBERS
        with atlas.reading() as sql:
            assert sql.execute("SELECT count(*) FROM taken").fetchone() == (0,)


def test_two_sweeps_on_one_atlas_share_the_work(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    both = [started(*sweep(path, FAMILY, "--json")) for _ in range(2)]
    told = [process.communicate(timeout=NEVER) for process in both]
    assert all(out for out, _ in told), told
    done = [json.loads(out) for out, _ in told]
    assert [one["known"] for one in done] == [MEMBERS, MEMBERS]
    assert sum(one["studied"] for one in done) == STUDIED


def test_ctrl_c_ends_it_with_130_and_no_worker_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    process = started(*sweep(path, "octal(3)"))
    assert at_work(path, process, 10)
    workers = children(process)
    assert workers
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=NEVER)
    assert process.returncode == 130, error
    assert "stopped before the end" in out
    assert "Traceback" not in error
    assert gone(workers)
    assert known(path) >= 10


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("atlas") / "a.sqlite"
    with Atlas.create(path) as atlas:
        limits = Limits(100.0, 2000)
        carry_out(Plan.of(read_family(FEW, {}), Choice()), atlas, ThreadedPool(usual), limits)
    return path


def test_a_claim_is_refuted_with_its_smallest_counterexample(filled: Path) -> None:
    claim = ("--claim", "7 in S implies period == 8")
    found = json.loads(run(*sweep(filled, FEW, *claim, "--json"), code=1))
    assert (found["claim"], found["members"], found["holds"]) == (claim[1], 28, False)
    assert found["counterexamples"][0]["rule"] == "subtract(7)"
    assert found["counterexamples"][0]["named"] == {"S": [7], "period": 14}
    told = run(*sweep(filled, FEW, *claim), code=1)
    assert "refuted" in told and "the smallest is subtract(7)" in told
    assert "holds for all 28 members, each proved" in run(
        *sweep(filled, FEW, "--claim", "G(n) <= size")
    )


def test_a_claim_says_how_many_members_it_concerns(filled: Path) -> None:
    """Of the sets of at most two of 1 to 7, 21 have two members."""
    claim = ("--claim", "size == 2 implies period <= 14")
    assert json.loads(run(*sweep(filled, FEW, *claim, "--json")))["concerned"] == 21
    assert "holds for all 21 members with size == 2, each proved" in run(
        *sweep(filled, FEW, *claim)
    )


def test_a_sweep_ends_with_what_is_not_settled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """50 values of Kayles show no law, its period 12 begins at 71 (Guy and Smith 1956)."""
    monkeypatch.setattr(pool, "LocalPool", lambda size=None: Here())
    asked = ("sweep", "0.77", "--atlas", str(tmp_path / "a.sqlite"), "--max-terms", "50")
    assert json.loads(run(*asked, "--json"))["further"] is None  # nobody asked for more
    again = run(*asked, "--further", "30")
    assert "Then 1 rule that was not settled: studied further, for up to 30 s" in again
    assert "1 proved." in again and "no theorem" not in again
    assert json.loads(run(*asked, "--further", "30", "--json"))["further"] is None
    assert "--further '-1' is no number of seconds" in refused(*asked, "--further", "-1")
    assert "1 proved" in run(*asked, "--further", "0")


def test_what_is_left_of_a_sweep_is_said() -> None:
    assert "3 rules that are not settled are left: the same command" in further_sentence(
        Beyond(20.0, left=3)
    )
    told = further_sentence(Beyond(20.0, 4, 1, 2))
    assert told.startswith("Then 4 rules that were") and "; 1 proved. 2 rules that are not" in told


def test_bad_input_is_told_in_one_line_before_the_work(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"

    def said(*arguments: str) -> str:
        return refused("sweep", *arguments, "--atlas", str(path))

    assert "octal^(" in said("octal(") or "a number" in said("octal(")
    assert "neither a family nor a rule" in said("octol(3)")
    assert "has no values" in said("subtract(1, {a})")
    assert "no such hole" in said("subtract(1, {a})", "--a", "2..4", "--b", "1")
    assert "no such hole" in said("octal(1)", "--limits", "3")
    assert "--a has no values" in said("subtract(1, {a})", "--a")
    assert "no option --max-trems" in said("octal(1)", "--max-trems", "3")
    assert "given twice" in said("subtract({a})", "--a", "2", "--a=3")
    assert "in quotes" in said("subtract(1,", "2)")
    assert "the names are" in said("octal(1)", "--claim", "perid == 2")
    assert str(2**30 - 1) in said("subtract(max=30)")
    assert "--limit" in said("subtract(max=30)")
    assert "either" in said("subtract(max=30)", "--limit", "3", "--sample", "3")
    assert "0 members" in said("octal(1)", "--limit", "0")
    assert "--workers" in said("octal(1)", "--workers", "0")
    assert "either" in said("octal(1)", "--workers", "1", "--cluster", "tcp://localhost:1")
    pytest.importorskip("distributed", reason="Dask is optional")
    assert "is no address" in said("octal(1)", "--cluster", "here")
    assert not path.exists()
    path.write_text("a letter")
    assert "is no atlas" in said("octal(1)")
    assert path.read_text() == "a letter"
    assert "is a folder" in refused("sweep", "octal(1)", "--atlas", str(tmp_path))
    assert "no atlas" in refused("atlas", "--atlas", str(tmp_path / "none"))
    assert "is no atlas" in refused("atlas", "--atlas", str(path))


def test_a_template_is_swept(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    done = finished(*sweep(path, "subtract({a}, {b})", "--a", "1..2", "--b=3,4"))
    assert done["known"] == 4
    rows = json.loads(run("atlas", "--atlas", str(path), "--json"))["rows"]
    assert {row["rule"]: row["parameters"] for row in rows} == {
        "subtract(1, 3)": {"a": 1, "b": 3}, "subtract(1, 4)": {"a": 1, "b": 4},
        "subtract(2, 3)": {"a": 2, "b": 3}, "subtract(2, 4)": {"a": 2, "b": 4},
    }  # fmt: skip


def test_the_atlas_answers(filled: Path, tmp_path: Path) -> None:
    def asked(*more: str) -> list[str]:
        found = json.loads(run("atlas", "--atlas", str(filled), "--json", *more))["rows"]
        return [row["rule"] for row in found]

    assert len(asked()) == 28
    # subtract(5, 7) has period 12, subtract(7) 14.
    assert asked("--sort", "period", "--limit", "2") == ["subtract(7)", "subtract(6, 7)"]
    assert asked("--where", "a + b == 5 and size == 2") == ["subtract(1, 4)", "subtract(2, 3)"]
    assert asked("--unsolved") == []
    assert len(asked("--pattern", "periodic", "--family", "subtract")) == 28
    assert asked("--pattern", "geometric") == []
    row = json.loads(run("atlas", "--atlas", str(filled), "--json", "--limit", "1"))["rows"][0]
    assert row["certificate"]["rule"] == "subtract(1)"
    assert (row["preperiod"], row["period"], row["status"]) == (0, 2, "proved")
    csv = run("atlas", "--atlas", str(filled), "--format", "csv").splitlines()
    assert len(csv) == 29 and csv[0].startswith("rule,family,place,parameters")
    league = run("atlas", "--atlas", str(filled), "--format", "markdown")
    assert "## Longest proved periods" in league and "| subtract(6, 7) |" in league
    assert "Longest proved preperiods" not in league  # all are 0
    out = tmp_path / "league.md"
    run("atlas", "--atlas", str(filled), "--out", str(out))
    assert out.read_text() == league
    assert "Surprising" in run("atlas", "--atlas", str(filled), "--surprising")


def test_the_atlas_as_parquet(filled: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="Parquet is optional")
    import pandas as pd

    out = tmp_path / "a.parquet"
    run("atlas", "--atlas", str(filled), "--format", "parquet", "--out", str(out))
    frame = pd.read_parquet(out)
    assert frame.set_index("rule").loc["subtract(7)", "period"] == 14
    assert "binary" in refused("atlas", "--atlas", str(filled), "--format", "parquet")


def test_questions_to_the_atlas_cannot_change_it(filled: Path) -> None:
    before = filled.read_bytes()
    for where in ("1; DROP TABLE studies", "rule == ''' OR 1'", "period > (SELECT 1)"):
        refused("atlas", "--atlas", str(filled), "--where", where)
    assert "no family" in refused("atlas", "--atlas", str(filled), "--family", "x' OR '1'='1")
    assert "no column" in refused("atlas", "--atlas", str(filled), "--sort", "period; --")
    assert "the laws are" in refused("atlas", "--atlas", str(filled), "--pattern", "' OR '1'='1")
    assert filled.read_bytes() == before


@pytest.mark.parametrize("columns", [50, 80])
def test_tables_fit(filled: Path, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from mexplore.reports.writers import consoles

    monkeypatch.setattr(consoles, "FILE_WIDTH", columns)
    for more in ((), ("--surprising",), ("--where", "period > 3")):
        text = run("atlas", "--atlas", str(filled), *more)
        tables = [line for line in text.splitlines() if not line.endswith(".")]
        assert max(map(len, tables)) <= columns or str(filled) in max(tables, key=len)
    text = run(*sweep(filled, FEW))
    tables = [line for line in text.splitlines() if not line.endswith(".")]
    assert max(map(len, tables)) <= columns


@pytest.mark.parametrize(
    ("claim", "status", "failure"),
    [
        ("period <= k + 1", "proved", None),
        ("k % 2 == 0 implies period == k + 1", "proved", None),
        ("period < 8", "refuted", [["k", 8]]),
        ("k + 6 % 6 == k implies period <= 6", "refuted", [["k", 6]]),
    ],
)
def test_a_claim_that_holds_is_handed_to_the_prover(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    claim: str,
    status: str,
    failure: list[list[object]] | None,
) -> None:
    """subtract(1, k) has the period 2 or k + 1 (Winning Ways)."""
    arguments = ["sweep", "subtract(1, {k})", "--k", "2..5", "--claim", claim, "--workers", "1"]
    with pytest.raises(SystemExit) as end:
        app([*arguments, "--atlas", str(tmp_path / "atlas.sqlite"), "--json"])
    assert end.value.code == 0
    found = json.loads(capsys.readouterr().out)
    assert found["holds"] and found["members"] == 4
    assert found["for_all"]["family"] == "subtract(1, k) for k >= 2"
    assert (found["for_all"]["status"], found["for_all"]["first_failure"]) == (status, failure)


def test_games_on_words_are_swept_and_those_without_a_system_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    listed = tmp_path / "games.txt"
    listed.write_text("word(o^n; oo -> ..)\nword(o^n; o -> a, aa -> ..)\nword(o^n; oo -> o.)\n")
    found = json.loads(run(*sweep(path, str(listed), "--json")))
    assert found["statuses"] == {"proved": 1, "no finite system": 1, "nothing found": 1}
    assert found["unsolved"] == ["word(o^n; oo -> o.)"]
    [without] = found["without_system"]
    assert without["rule"] == "word(o^n; o -> a, aa -> ..)"
    assert "two runs stay joined" in without["reason"]
    shown = run(*sweep(path, str(listed)))
    assert "0 studied now" in shown and "Without a system of finitely many kinds" in shown
    assert "word(o^n; oo -> ..)" in run("atlas", "--atlas", str(path), "--where", "period == 34")
    assert "rules of heaps only" in refused(*sweep(path, str(listed), "--misere"))
    for much in ("words(8 letters, 12 long)", "words(2 letters, 3 long, 9 rules)"):
        assert "fewer letters" in refused(*sweep(path, much))
