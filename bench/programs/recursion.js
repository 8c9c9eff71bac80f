import { timeRounds } from './rounds.js';

function takeuchi(x, y, z) {
  if (y >= x) return z;
  return takeuchi(takeuchi(x - 1, y, z), takeuchi(y - 1, z, x), takeuchi(z - 1, x, y));
}

function climbs(steps) {
  if (steps < 0) return 0;
  if (steps === 0) return 1;
  return climbs(steps - 1) + climbs(steps - 2) + climbs(steps - 3);
}

timeRounds(() => `${takeuchi(22, 14, 7)}, ${climbs(25)}`);
