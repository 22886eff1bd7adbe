/* Reads packages as Hydro's judge does: FOLDER... are those of `qi GAME package --format hydro`. Run by tools/judges.py
 * where Hydro's sources are. */
import readCases from '@hydrooj/hydrojudge/src/cases';
import { parse } from '@hydrooj/hydrojudge/src/testlib';

async function main(): Promise<void> {
    for (const folder of process.argv.slice(2))
        for (const lang of ['cc', 'py', 'java', 'kt']) {
            const slow = lang === 'java' || lang === 'kt'; // twice the time by default
            const read = await readCases(`${folder}/testdata`, {}, {
                next: () => {}, key: '', isSelfSubmission: false, trusted: false, lang, langConfig: { time_limit_rate: slow ? 2 : 1 },
            } as never);
            const points = read.subtasks.map((subtask) => subtask.score).reduce((sum, each) => sum + each, 0);
            if (points !== 100 || !read.checker || !read.validator)
                throw new Error(`${folder}: ${points} points, checker ${read.checker}, validator ${read.validator}`);
        }
    // What a checker may print, and the points of a test of 10.
    const texts: [string, number][] = [['ok 3', 10], ['points 0.3 3', 3], ['points 0.1 x', 1], ['wrong answer x', 0],
        ['wrong output format x', 0]];
    for (const [text, points] of texts)
        if (parse(text, 10, 'full').score !== points)
            throw new Error(`'${text}' gets ${parse(text, 10, 'full').score}`);
}

main().catch((error) => { console.error(error.message); process.exit(1); });
