// Posts to be marked, of one person, by one kind of icon; other posts stay as they are.
"use strict";

core.EPISODE_MAX_TIME = 20000;

// markPosts makes the page. Draws: number of posts; for each whether it has a new author (the
// first one has, without a draw; 30 % of the others), the author, the text; the order of the
// posts; the icon; the post of the person; and what amount(posts of the person) draws:
// how many posts are to be marked, and how that is said.
function markPosts(amount) {
  const n = core.randi(6, 12);
  const list = [];
  while (list.length < n) {
    const last = list[list.length - 1];
    const author = !last || core.randf(0, 1) < 0.3 ? posts.author() : { name: last.name, user: last.user };
    list.push({ ...author, body: posts.body() });
  }
  core.shuffle(list);
  const kinds = ["reply", "retweet", "like", "share"];
  const wanted = core.sample(kinds);
  const user = core.sample(list).user;
  const { count, said } = amount(list.filter((post) => post.user === user).length);
  core.say('Mark "', core.make("b", { class: "bold" }, words.capital(wanted)), '" on ', ...said, " by ",
    core.make("b", { class: "bold" }, user), ", then press Submit.");

  const marks = list.map(function (post) {
    const marked = new Set();
    posts.put(post, kinds, function (kind, button) {
      if (button.classList.toggle("active")) marked.add(kind);
      else marked.delete(kind);
    });
    return marked;
  });
  const submit = core.make("button", { type: "button" }, "Submit");
  core.put(core.make("p", { id: "submitRow" }, submit));
  core.on(submit, "click", function () {
    let right = 0, wrong = 0;
    list.forEach(function (post, i) {
      for (const kind of marks[i]) {
        if (kind === wanted && post.user === user) right++;
        else wrong++;
      }
    });
    core.answer(wrong === 0 && right === count);
  });
}
