# Plays moves in an exported world and prints what came of it: status, and the rules that could be used at each turn.
extends SceneTree


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
	var turns = [uses(world)]
	for move in moves:
		if world.apply(move):
			turns.append(uses(world))
		else:
			refused += 1
	return {"status": world.state["status"], "refused": refused, "turns": turns, "things": world.state["things"]}


func uses(world):
	var found = []
	for move in world.moves():
		if move["kind"] == "use":
			found.append([move["rule"], move["inputs"], move["items"]])
	return found
