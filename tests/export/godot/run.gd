# Plays moves in an exported world and prints what came of it: status, and the rules that could be used at each turn.
extends SceneTree

var said = []


func _init():
	var file = File.new()
	file.open("res://plays.json", File.READ)
	var plays = JSON.parse(file.get_as_text()).result
	file.close()
	var results = []
	for moves in plays:
		results.append(play(moves))
	var out = File.new()
	out.open("res://results.json", File.WRITE)
	out.store_string(JSON.print(results))
	out.close()
	quit()


func play(moves):
	var world = load("res://puzzle_world.gd").new()
	if not world.load_game("res://puzzle.json"):
		return {"status": "broken"}
	var refused = 0
	said = []
	world.connect("refused", self, "hear")
	world.connect("doomed", self, "hear")
	var turns = [uses(world)]
	for move in moves:
		if move["kind"] == "follow hints":
			return follow(world)
		if world.apply(move):
			turns.append(uses(world))
		else:
			refused += 1
	return {
		"status": world.state["status"],
		"refused": refused,
		"turns": turns,
		"things": world.state["things"],
		"said": said,
		"chance": world.chance(world.state),
		"looks": looks(world),
		"offers": offers(world),
	}


# What everything at hand looks like.
func looks(world):
	var found = []
	for one in world.state["things"]:
		if world.at_hand(one):
			found.append(world.look(one["id"]))
	return found


# What can be done with each thing at hand, in words.
func offers(world):
	var found = {}
	for one in world.state["things"]:
		if world.at_hand(one):
			found[one["id"]] = []
			for move in world.moves_with(one["id"]):
				found[one["id"]].append(world.words(move))
	return found


func hear(text):
	said.append(text)


# Does what the hints say, as a player would: walk there, pick up what is needed, do it.
func follow(world):
	var hints = []
	for turn in range(60):
		var hint = world.hint()
		if hint["kind"] != "next":
			return {"status": world.state["status"], "kind": hint["kind"], "hints": hints}
		hints.append([world.hint_text(1), world.hint_text(2), world.hint_text(3)])
		for id in hint["move"]["inputs"]:
			var one = world.thing(id)
			if one["area"] != null and one["area"] != hint["where"]:
				walk(world, one["area"])
				world.apply({"kind": "take", "object": id})
		walk(world, hint["where"])
		if not world.apply(hint["move"]):
			return {"status": "the hint is not possible", "kind": "wrong", "hints": hints}
	return {"status": world.state["status"], "kind": "endless", "hints": hints}


func walk(world, area):
	var came = {world.state["player"]: null}
	var queue = [world.state["player"]]
	while not queue.empty():
		var at = queue.pop_front()
		for next in world.areas[at]["paths"]:
			if next in world.state["open"] and not came.has(next):
				came[next] = at
				queue.append(next)
	var path = []
	while area != world.state["player"]:
		path.push_front(area)
		area = came[area]
	for name in path:
		world.apply({"kind": "walk", "area": name})


func uses(world):
	var found = []
	for move in world.moves():
		if move["kind"] == "use":
			found.append([move["rule"], move["inputs"], move["items"]])
	return found
