// What people say when they want something done with a mail, one way of saying it to a line. In
// the tasks with natural language an instruction is one of these, with names and text put in:
// {from} wrote the mail, {to} is to get it, and {text} is what to answer. As people
// do, they leave out marks and capitals, and sometimes misspell. Problems of the data mode
// "test" come from ways of saying it that never occur otherwise.
"use strict";

mail.lines = (text) => text.trim().split("\n").map((line) => line.trim());

mail.PHRASINGS = { forward: {}, reply: {}, star: {}, delete: {} };

mail.PHRASINGS.forward.train = mail.lines(`
  {from}'s mail has to go to {to}.
  {from}'s mail should reach {to} as well.
  {from}'s message belongs to {to}, please pass it on
  {from} sent me a mail that {to} must see.
  {from} wrote to me, and {to} would like to read it. Forward it.
  {from} wrote something for {to}, forward the mail
  {to} asked for the mail {from} sent me.
  {to} asked me for {from}'s mail, so forward it.
  {to} has not seen the mail from {from} yet, forward it.
  {to} is waiting for {from}'s message, pass it along.
  {to} needs a copy of the message {from} wrote.
  {to} ought to get the mail by {from}.
  {to} should have what {from} mailed me.
  {to} should read the mail I got from {from}.
  {to} still needs {from}'s mail
  {to} wants to know what {from} wrote. Forward the mail.
  {to} would like the mail that came from {from}.
  A copy of {from}'s mail for {to}, please.
  A mail from {from} came in. Forward that to {to}.
  Among my mails is one by {from}, which goes to {to}.
  Be so kind and forward the mail of {from} to {to}.
  Can I have the mail by {from} forwarded to {to}?
  Can you get the message from {from} over to {to}?
  Can you let {to} have the mail from {from}?
  Can you pass {from}'s mail on to {to}?
  Check the inbox for {from}, then forward what you find to {to}.
  Choose the mail that {from} wrote and forward it to {to}.
  Could {to} get the message {from} sent me?
  Could you hand {from}'s mail over to {to}?
  Could you send on to {to} what {from} wrote me?
  Could you share the mail of {from} with {to}?
  Deliver the mail from {from} to {to}.
  Do me a favour and forward {from}'s message to {to}.
  Find what {from} mailed me and pass it to {to}.
  Find the message of {from}, then forward it on to {to}.
  Find the one from {from} and forward it to {to}
  First open the mail from {from}, next forward it to {to}.
  For {to}: the mail by {from}. Forward it.
  Forward {from}'s note to {to}.
  Forward {to} what {from} sent.
  Forward {to} the message that {from} wrote.
  Forward {to} the note from {from}
  Forward the message {from} mailed me to {to}, please.
  Forward the mail that came from {from} to {to}.
  Forward the mail whose sender is {from} to {to}.
  Forward the message by {from} so that {to} gets it.
  Forward the note that {from} wrote to me over to {to}.
  Forward to {to} what I got from {from}.
  Forward to {to} the message of {from}.
  Forwrad the mail from {from} to {to}
  From {from} there is a mail that I want {to} to get.
  Get {from}'s mail to {to}.
  Get {to} the message from {from}.
  Get hold of the mail by {from} and forward it to {to}.
  Give {to} a copy of what {from} wrote.
  Give {to} the note {from} sent me.
  Go into the mail from {from} and forward it to {to}.
  Go to {from}'s message and press forward, it goes to {to}.
  Hey, send {from}'s note on to {to}.
  I am supposed to forward {from}'s message to {to}.
  I forgot to forward {from}'s mail to {to}, do it now.
  I got a mail from {from}, and {to} should get it too.
  I have to pass the mail of {from} to {to}.
  I must send {to} the message that {from} wrote.
  I need {to} to have the mail by {from}.
  I promised {to} the mail from {from}. Forward it.
  I think {to} should see the message from {from}, forward it
  I want {from}'s words forwarded to {to}.
  I wish to forward to {to} the mail of {from}.
  I would be glad if {to} got the mail from {from}.
  I would like {to} to read the message by {from}.
  If there is a mail from {from}, forward it to {to}.
  In the inbox is a message by {from}, forward it to {to}.
  It is {to} who needs the mail from {from}.
  It would help to have {from}'s mail sent on to {to}.
  Let {to} know what {from} wrote by forwarding the mail.
  Let {to} see the mail by {from}.
  Let us forward the message of {from} to {to}.
  Look up {from} in my inbox and forward that mail to {to}.
  Look for {from}'s message. It should go to {to}.
  Mail {to} the message that I received from {from}.
  Mail {from}'s note on to {to}.
  Make {to} a copy of the mail from {from}.
  Make sure that {to} gets the message by {from}.
  May I ask you to forward the mail from {from} to {to}?
  My mail from {from} is meant for {to}. Forward it.
  Open what {from} sent and forward it to {to}.
  Open the inbox, take the mail of {from}, forward it to {to}.
  Pass {from}'s message to {to}.
  Pass along to {to} the mail that {from} wrote.
  Pass on the mail from {from}, to {to}.
  Pass the note by {from} on to {to} please
  Pick the message from {from} and forward it to {to}.
  Please get {from}'s mail over to {to}.
  Please give {to} what {from} mailed.
  Please let the message from {from} go to {to}.
  Please mail {to} a copy of {from}'s message.
  Please pass the mail by {from} along to {to}.
  Please redirect the message of {from} to {to}.
  Please relay {from}'s message to {to}.
  Please see to it that {to} gets the mail from {from}.
  Please share {from}'s mail with {to}.
  Please show {to} the message by {from}, forward it.
  Please transfer the mail of {from} to {to}.
  Redirect {from}'s mail to {to}.
  Relay the message of {from} to {to}.
  Relay to {to} what came from {from}
  Resend the message by {from} to {to}.
  Search for a mail of {from} and forward the same to {to}.
  See what {from} sent me and forward it to {to}.
  Select the message from {from}, forward, to {to}.
  Send a copy of the mail by {from} to {to}.
  Send along {from}'s mail to {to}.
  Send it on to {to}, the mail that {from} wrote me.
  Send on the message from {from} to {to}.
  Send {to} a copy of {from}'s note.
  Share the message that {from} sent with {to}.
  Take what {from} wrote and forward it to {to}.
  The mail {from} wrote goes to {to}.
  The message by {from} is for {to}, send it on.
  The sender is {from}, forward that mail to {to}.
  There is something from {from} that {to} has to get. Forward it.
  This one is for {to}: the message from {from}.
  Transfer the message by {from} over to {to}.
  What {from} sent should be forwarded to {to}.
  When you find the mail by {from}, forward it to {to}.
  Would you forward what {from} wrote to {to}?
  Would you pass {to} the mail from {from}?
  can {to} have {from}'s mail
  foward {from}'s mail on to {to} please
  mail from {from}, forward it to {to}
  pass {from}'s mail to {to}
  pls forward the message of {from} to {to}
  send {to} what {from} wrote
`);

mail.PHRASINGS.forward.test = mail.lines(`
  {from} sent a message, now it should go on to {to}.
  {from}'s letter needs to be passed to {to}.
  {to} has to be sent the mail of {from}.
  {to} must get what {from} sent me, forward it.
  Any chance to forward the mail by {from} to {to}?
  As soon as you see {from}'s mail, forward it to {to}.
  Find {from} in the list and send that mail on to {to}.
  Forward over to {to} the mail I have from {from}.
  Forward the letter of {from} to {to}.
  Go and forward {from}'s letter to {to}.
  Have the mail from {from} forwarded to {to}.
  Help me forward the note of {from} to {to}.
  I have a mail by {from}, {to} wants it.
  I should let {to} have the message from {from}.
  It is time to forward {from}'s note to {to}.
  Let the mail of {from} get to {to}.
  Look through the inbox for {from}'s letter and forward it to {to}.
  Might you forward to {to} the letter {from} wrote?
  Please bring the mail by {from} to {to}.
  Please hand {to} the message from {from}.
  Send on to {to} the letter by {from}.
  The letter from {from} should be with {to}, forward it.
  We need to forward what {from} mailed to {to}.
  forward {from}'s letter, {to} needs it
`);

mail.PHRASINGS.reply.train = mail.lines(`
  "{text}" goes back to {from}.
  "{text}" is what I want to answer {from}.
  "{text}" is what {from} should hear from me.
  "{text}" should be the reply to {from}'s mail.
  "{text}", write that to {from}.
  {from} asked me something, say "{text}".
  {from} is waiting for an answer, it is "{text}"
  {from} mailed me. Write back "{text}".
  {from} needs a reply: "{text}"
  {from} should get the answer "{text}".
  {from} wrote to me, answer "{text}".
  {from} wrote: reply with "{text}" please
  A short answer to {from}: "{text}"
  Answer {from} and say "{text}".
  Answer {from} by mail: "{text}".
  Answer {from} with these words: "{text}"
  Answer the mail by {from}, "{text}".
  Answer the message that {from} sent, writing "{text}".
  Answer what {from} wrote with "{text}".
  As an answer to {from} type "{text}".
  Be so kind and answer {from} "{text}".
  Can you answer {from} with "{text}"?
  Can you let {from} know "{text}"?
  Can you reply to the mail of {from} and put "{text}"?
  Can you write "{text}" back to {from}?
  Compose a reply for {from} that says "{text}".
  Could you tell {from} "{text}" by mail?
  Could you type "{text}" in reply to {from}?
  Do answer {from}, with "{text}".
  Enter "{text}" as the answer to {from}'s mail.
  Find the mail by {from} and answer "{text}".
  Find the message from {from} and write "{text}" in reply.
  Find what {from} sent and answer it with "{text}".
  Get back to {from} with "{text}".
  Get back to {from}, saying "{text}"
  Give {from} the answer "{text}".
  Give a reply of "{text}" to the mail by {from}.
  Go to the mail of {from} and reply "{text}".
  Have "{text}" sent back to {from}.
  Hit reply on {from}'s mail and write "{text}".
  I answer {from}: "{text}"
  I have to answer {from} with "{text}".
  I must write back to {from}, "{text}".
  I need "{text}" to be the answer to {from}.
  I should reply "{text}" to {from}.
  I want {from} to read "{text}" in my reply.
  I want to answer the message of {from}: "{text}".
  I want to get back to {from} with the text "{text}".
  I would like to write "{text}" to {from} as a reply.
  If {from} wrote, answer "{text}".
  In answer to {from} send "{text}".
  In my reply to {from}, say "{text}".
  In reply to the message by {from}, type "{text}".
  Just answer {from} "{text}".
  Just tell {from}: "{text}".
  Let {from} have this reply: "{text}"
  Let {from} know: "{text}"
  Let me answer {from} with "{text}".
  Look up the mail of {from} and reply with "{text}".
  Mail {from} back, "{text}".
  Mail "{text}" back to {from}.
  Make my reply to {from} "{text}".
  My answer to {from} is "{text}".
  My reply for {from} reads "{text}"
  Now answer the mail that {from} wrote: "{text}".
  Open {from}'s message and answer "{text}".
  Open the mail from {from}, press reply and enter "{text}".
  Please answer {from}'s mail with "{text}".
  Please get back to {from} and write "{text}".
  Please let {from} know "{text}".
  Please reply for me to {from}: "{text}"
  Please send "{text}" as my answer to {from}.
  Please tell {from} "{text}".
  Please type "{text}" and send it back to {from}.
  Please write {from} a reply saying "{text}".
  Put "{text}" into a reply to {from}.
  Reply for {from}: "{text}"
  Reply on the mail from {from} with "{text}".
  Reply to {from} now and put "{text}" in it.
  Reply to {from} with exactly "{text}".
  Reply to the message by {from} with the words "{text}".
  Reply to what {from} wrote: "{text}".
  Reply "{text}" when you find the mail of {from}.
  Respond to {from} in writing, "{text}"
  Respond to the message of {from}, "{text}".
  Respond to what {from} sent with "{text}".
  Return "{text}" to {from} as an answer.
  Say "{text}" to {from} in a reply.
  Say "{text}" in my answer to {from}'s mail.
  See {from}'s mail and answer it with "{text}".
  Send back "{text}" to {from}.
  Send {from} an answer: "{text}".
  Send {from} my reply, it is "{text}".
  Send {from} "{text}" as a reply to the mail.
  Send the answer "{text}" to {from}.
  Take the mail of {from} and write back "{text}".
  Tell {from} in reply "{text}".
  Tell {from} this: "{text}"
  The answer for {from} is "{text}", send it.
  The mail from {from} needs the answer "{text}".
  The reply to {from} should say "{text}".
  There is a mail from {from} to answer with "{text}".
  To {from}'s message I answer "{text}".
  Use "{text}" as a reply for {from}.
  What I reply to {from}: "{text}"
  When you see the mail by {from}, answer "{text}".
  Would you answer {from} with "{text}"?
  Would you reply to {from}, "{text}"?
  Write {from} a reply with the text "{text}".
  Write back to {from}: "{text}".
  Write "{text}" in reply to {from}'s message.
  anser {from} with "{text}"
  answer {from}: "{text}"
  pls write back "{text}" to {from}
  reply to {from} and say "{text}"
`);

mail.PHRASINGS.reply.test = mail.lines(`
  "{text}" is the answer that {from} gets.
  {from} sent a question, answer it with "{text}".
  {from}'s mail should be answered "{text}".
  A reply to {from}, please, with "{text}".
  Answer {from}'s letter: "{text}".
  Back to {from} goes "{text}".
  Could you send {from} the reply "{text}"?
  Drop {from} an answer, "{text}".
  For {from} I have the answer "{text}".
  Go and tell {from} "{text}" in a reply.
  Help me answer {from} with "{text}".
  I am going to answer {from} "{text}".
  It is "{text}" that I reply to {from}.
  Let us tell {from} "{text}".
  Look for the letter of {from} and reply "{text}".
  Might you answer {from}, "{text}"?
  Please return the answer "{text}" to {from}.
  Shoot {from} a reply: "{text}"
  The words "{text}" go back to {from}.
  We reply "{text}" to {from}.
  respond to {from} saying "{text}"
`);

mail.PHRASINGS.star.train = mail.lines(`
  {from} sent something important, mark it.
  {from}'s mail deserves a star.
  {from}'s mail is an important one, star it
  {from}'s mail matters. Give it a star.
  {from}'s message gets the star.
  {from}'s message is important to me, mark it so.
  {from}'s message must be starred.
  A star for the mail by {from}, please.
  A star on {from}'s message would be good.
  Add a star to the mail from {from}.
  Add the message of {from} to the important ones.
  All that {from} wrote is important, star the mail.
  Among my mails {from}'s is important. Mark it.
  Be so kind and star {from}'s mail.
  Can I have a star on the mail of {from}?
  Can you make {from}'s message an important one?
  Can you put a star on what {from} sent?
  Can you star the mail by {from}?
  Check off the mail from {from} as important.
  Click the star of {from}'s mail.
  Could you highlight the message by {from} as important?
  Could you mark what {from} wrote as important?
  Could you star {from}'s message for me?
  Do mark the message of {from} as important.
  Do not let me forget the mail by {from}, star it.
  Find the mail of {from} and give it a star.
  Find the message by {from} and star it.
  Find what {from} wrote, and put the star on.
  Flag the message that {from} sent as important.
  For me the mail by {from} is important. Star it.
  Give {from}'s mail the star.
  Give a star to the message from {from}.
  Give the mail {from} wrote a star
  Go to the mail of {from} and press the star.
  Have the message of {from} marked as important.
  I consider the mail from {from} important, mark it.
  I have to remember {from}'s message, so star it.
  I must not miss the mail by {from}. Mark it important.
  I need a star next to {from}'s name.
  I need the mail of {from} starred.
  I think that {from}'s message is important, star it.
  I want {from}'s mail among the important ones.
  I want a star at the message by {from}.
  I want the mail that {from} sent to be starred.
  I would like a star on {from}'s message.
  If {from} wrote to me, mark that mail as important.
  Important: the mail from {from}. Star it.
  In the inbox, star what {from} sent.
  It is important what {from} wrote, so mark the mail.
  Label the message of {from} important.
  Let {from}'s mail count as important.
  Let the mail of {from} have a star.
  Light up the star beside {from}.
  Look for {from}'s message and put a star on it.
  Look up the mail of {from} and mark it important.
  Make {from}'s message a starred one.
  Make the mail that came from {from} important.
  Mark what {from} sent as important.
  Mark the message whose sender is {from} with the star.
  Mark this as important: the mail of {from}.
  Mark with a star the message of {from}.
  My mail from {from} is important, star it please
  Next to {from}'s mail there is a star, press it.
  Note the message by {from} as important.
  Open my mail and star the one from {from}.
  Pick the mail by {from} and mark it as important.
  Please add a star to {from}'s message.
  Please give {from}'s mail a star.
  Please have the mail of {from} starred.
  Please label {from}'s message as important.
  Please let the star of {from}'s mail shine.
  Please mark that mail of {from} as important.
  Please star the message by {from}.
  Please star what {from} sent me.
  Please treat {from}'s mail as important.
  Press the star at {from}'s message.
  Put the mail of {from} under the important ones.
  Put the star on the message from {from}.
  Search the inbox for {from} and star that mail.
  Select {from}'s message as important.
  Set a star at the mail {from} sent.
  Set the star for {from}'s mail.
  Something from {from} is important, mark that mail.
  The mail {from} sent me needs a star.
  The message from {from} counts as important, star it.
  The one from {from} gets a star.
  Turn on the star of {from}'s message.
  Would you star the message from {from}?
  mark {from}'s message importent
  pls star {from}'s mail
  put a star by {from}'s message
`);

mail.PHRASINGS.star.test = mail.lines(`
  {from}'s letter is important, put a star there.
  A star, please, for the letter by {from}.
  Can the mail from {from} be starred?
  Find the letter of {from} and mark it as important.
  Give importance to the mail of {from}.
  Go and star what {from} wrote.
  Help me star {from}'s mail.
  I would like {from}'s letter marked as important.
  Let us star the message of {from}.
  Make a star appear at {from}'s mail.
  Might you mark {from}'s message as important?
  Place a star on the mail from {from}.
  Please press the star for {from}.
  Star whatever {from} sent.
  The letter from {from} should be starred.
  We should mark {from}'s mail as important.
  important mail by {from}, star it
`);

mail.PHRASINGS.delete.train = mail.lines(`
  {from}'s mail can be thrown away.
  {from}'s mail can go, delete it.
  {from}'s mail has to be deleted.
  {from}'s message is of no use, delete it.
  {from}'s message should go to the trash
  {from} sent me something that I want deleted.
  {from} wrote nonsense. Trash the mail.
  Away with the mail from {from}.
  Be so kind and delete {from}'s message.
  Can you bin the mail by {from}?
  Can you delete what {from} sent?
  Can you throw {from}'s mail out?
  Clear the message of {from} out of my inbox.
  Could you delete the message by {from}?
  Could you drop {from}'s mail into the trash?
  Could you take away the mail of {from}?
  Delete what {from} sent me.
  Delete the mail by {from}, I have read it.
  Delete the mail that came from {from}.
  Delete the message of {from} for me.
  Delete the one from {from}
  Delete whatever {from} mailed.
  Discard the mail of {from}.
  Discard {from}'s message, please.
  Do away with {from}'s mail.
  Drop the message from {from}.
  Erase the mail that {from} wrote.
  Find the message by {from} and delete it.
  Find what {from} wrote and throw it away.
  For the trash: {from}'s mail.
  Go to the message of {from} and delete it.
  I am done with {from}'s mail, delete it.
  I can do without the message from {from}. Delete it.
  I do not need the mail by {from} any more.
  I do not want to keep {from}'s message.
  I have no use for the mail of {from}, trash it.
  I must delete the message that {from} sent.
  I need {from}'s message gone.
  I want the mail by {from} out of the inbox.
  I want to throw away what {from} sent.
  I would like to delete {from}'s message.
  If {from} wrote to me, throw that mail away.
  In the inbox, trash the one from {from}.
  Kick out {from}'s message.
  Let {from}'s mail vanish.
  Let the message by {from} go into the trash.
  Look for {from}'s mail and trash it.
  Look up the message of {from} and delete it.
  Make the mail from {from} disappear.
  Move {from}'s message to the trash.
  My inbox should not have {from}'s mail in it.
  Pick the message from {from} and delete that.
  Please bin {from}'s message.
  Please clear away the mail by {from}.
  Please drop the mail {from} sent.
  Please erase {from}'s mail.
  Please remove what {from} wrote.
  Please throw out the message from {from}.
  Please trash the mail of {from}.
  Press the trash can of {from}'s mail.
  Put {from}'s message into the trash.
  Remove the message of {from} from the inbox.
  Remove {from}'s mail
  Search the inbox for {from} and delete that mail.
  Take the mail by {from} and bin it.
  That mail of {from} has to go.
  The message from {from} should be removed.
  The one by {from} goes in the trash can.
  There is a mail of {from} that I want removed.
  Throw the message by {from} away.
  Would you delete {from}'s message?
  delet the message from {from} please
  trash {from}'s mail
`);

mail.PHRASINGS.delete.test = mail.lines(`
  {from}'s letter belongs in the trash.
  A mail by {from} came in, throw it out.
  Can the message from {from} be removed?
  Delete the letter of {from}.
  Find {from} in the list and delete that mail.
  Free my inbox of {from}'s mail.
  Go and delete what {from} wrote.
  Help me throw away the letter from {from}.
  I wish {from}'s mail were gone, delete it.
  Let us delete {from}'s message.
  Might you trash the letter by {from}?
  Please discard the one from {from}.
  The mail {from} sent can be deleted.
  remove the letter by {from}
`);
