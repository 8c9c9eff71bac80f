/** What rounds.wren does, for the programs in JavaScript. */
export function timeRounds(work) {
  for (let round = 1; round <= 6; round++) {
    const start = performance.now();
    const answer = work();
    console.log(`${(performance.now() - start) / 1000} ${answer}`);
  }
}
