// Records to begin with, in the problem's format.

/** The sample of the problem: every kind of refusal in twelve moves. */
export const GO_SAMPLE = `1
12
B 1 3
W 1 2
B 2 4
W 2 1
B 1 1
W 2 3
B 3 3
W 3 2
B 1 1
W 2 3
B 2 2
W 2 3
`;

/** A ko in the corner, taken back and forth: the retake brings an old position back. */
export const GO_SUPERKO_SAMPLE = `1
12
B 10 10
W 10 11
B 9 11
W 9 12
B 11 11
W 11 12
B 4 4
W 10 13
B 10 12
W 10 11
B 10 12
W 16 16
`;
